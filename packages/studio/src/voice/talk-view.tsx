import { useEffect, useState, useSyncExternalStore, type FormEvent } from 'react';
import { Notice } from '../part/notice.js';
import { linkTo } from '../route.js';
import { Talk } from './talk.js';
import { QuestionForm } from './question-form.js';
import type { TalkLine } from './talk-lines.js';

/** View of a conversation by voice. */
export function TalkView() {
  const [talk] = useState(() => new Talk());
  const { status, model, lines } = useSyncExternalStore(talk.subscribe, talk.state);
  const [pushToTalk, setPushToTalk] = useState(false);
  useEffect(() => () => talk.stop(), [talk]);
  const isOn = status === 'on';
  return (
    <section className="view">
      <header className="view-head">
        <h1 tabIndex={-1}>Talk</h1>
        <p role="status">{isOn ? `You are talking to ${model}.` : 'Talk to a model that uses your tools.'}</p>
      </header>
      <div className="filters">
        {status === 'off' ? (
          <>
            <button type="button" onClick={() => void talk.start(pushToTalk)}>
              Start talking
            </button>
            <label>
              <input type="checkbox" checked={pushToTalk} onChange={(event) => setPushToTalk(event.target.checked)} />{' '}
              Hold a button to talk
            </label>
          </>
        ) : (
          <>
            <button type="button" onClick={() => talk.stop()}>
              Hang up
            </button>
            <button type="button" disabled={!isOn} onClick={() => talk.interrupt()}>
              Interrupt
            </button>
            {pushToTalk && <HoldButton talk={talk} />}
          </>
        )}
      </div>
      {lines.length === 0 ? <Notice>Nothing was said yet.</Notice> : <Lines lines={lines} talk={talk} />}
      {isOn && <TypeForm talk={talk} />}
    </section>
  );
}

function HoldButton({ talk }: { readonly talk: Talk }) {
  const isKey = (key: string) => key === ' ' || key === 'Enter';
  return (
    <button
      type="button"
      onPointerDown={() => talk.hold(true)}
      onPointerUp={() => talk.hold(false)}
      onPointerLeave={() => talk.hold(false)}
      onKeyDown={({ key }) => isKey(key) && talk.hold(true)}
      onKeyUp={({ key }) => isKey(key) && talk.hold(false)}
      onBlur={() => talk.hold(false)}
    >
      Hold to talk
    </button>
  );
}

function Lines({ lines, talk }: { readonly lines: readonly TalkLine[]; readonly talk: Talk }) {
  return (
    <ol className="card" aria-label="Conversation" aria-live="polite">
      {lines.map(({ who, text, approval, question }, at) => (
        // Lines are only added, so that the place of one never changes.
        <li key={at}>
          <strong>{who}</strong> {text}
          {question !== undefined && <QuestionForm question={question} talk={talk} />}
          {approval !== undefined && (
            <>
              {' '}
              <a href={linkTo('approvals')} target="_blank" rel="noreferrer">
                Decide
              </a>{' '}
              <button type="button" className="small" onClick={() => talk.confirm(approval)}>
                Go on
              </button>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

function TypeForm({ talk }: { readonly talk: Talk }) {
  const [text, setText] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') talk.say(text.trim());
    setText('');
  };
  return (
    <form className="filters" onSubmit={send}>
      <label>
        Message
        <input value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <button type="submit">Send</button>
    </form>
  );
}
