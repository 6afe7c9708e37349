import { useRef } from 'react';
import { newDraft, nextKey, type Draft, type ListDraft } from './draft.js';
import type { ListField } from './field.js';
import { GroupFrame } from './field-frame.js';
import { focusLater } from './focus-later.js';
import { useFieldView, type FieldProps } from './form-context.js';
import { memberPointer } from './pointer.js';

/** Controls of a list. */
export function ListView({ field, draft, pointer, onChange }: FieldProps<ListField, ListDraft>) {
  const box = useRef<HTMLFieldSetElement>(null);
  const View = useFieldView();
  const { items } = draft;
  const put = (next: ListDraft['items']) => onChange({ kind: 'list', items: next });

  function add() {
    put([...items, { key: nextKey(items), draft: newDraft(field.item) }]);
    focusLater(() => box.current?.querySelector(':scope > .rows > :last-child :is(input, select, textarea)'));
  }
  function remove(key: number) {
    put(items.filter((item) => item.key !== key));
    focusLater(() => box.current?.querySelector(':scope > .add'));
  }
  function change(key: number, changed: Draft) {
    put(items.map((item) => (item.key === key ? { ...item, draft: changed } : item)));
  }

  return (
    <GroupFrame field={field} pointer={pointer} box={box}>
      <div className="rows">
        {items.map(({ key, draft: item }, index) => (
          <div className="row" key={key}>
            <View
              field={{ ...field.item, label: `${field.label} ${index + 1}` }}
              draft={item}
              pointer={memberPointer(pointer, index)}
              onChange={(changed) => change(key, changed)}
            />
            <button type="button" className="small" onClick={() => remove(key)}>
              Remove<span className="unseen"> {`${field.label} ${index + 1}`}</span>
            </button>
          </div>
        ))}
      </div>
      <button type="button" className="small add" disabled={items.length >= field.maxItems} onClick={add}>
        Add<span className="unseen"> to {field.label}</span>
      </button>
    </GroupFrame>
  );
}
