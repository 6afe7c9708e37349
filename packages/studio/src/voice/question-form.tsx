import { useMemo, type FormEvent } from 'react';
import { FormBody } from '../form/form-body.js';
import { planForm } from '../form/plan-form.js';
import { useForm } from '../form/use-form.js';
import type { Talk } from './talk.js';
import type { OpenQuestion } from './talk-lines.js';

/** Fields for the answer to a running tool. */
export function QuestionForm({ question, talk }: { readonly question: OpenQuestion; readonly talk: Talk }) {
  const form = useForm(useMemo(() => planForm(question.schema), [question.schema]));
  const answer = (event: FormEvent) => {
    event.preventDefault();
    if (form.reading.issues.length > 0) form.show(form.reading.issues);
    else talk.answer(question.id, form.reading.value);
  };
  return (
    <form ref={form.box} onSubmit={answer} noValidate aria-label="Answer">
      <FormBody form={form} empty="Nothing to fill in." />
      <button type="submit" className="small">
        Answer
      </button>{' '}
      <button type="button" className="small" onClick={() => talk.answer(question.id)}>
        Not now
      </button>
    </form>
  );
}
