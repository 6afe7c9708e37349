import { newDraft, nextKey, type Draft, type ObjectDraft } from './draft.js';
import type { Field, ObjectField } from './field.js';
import { GroupFrame, isRequired } from './field-frame.js';
import { useFieldView, type FieldProps } from './form-context.js';
import { memberPointer } from './pointer.js';

type ObjectProps = FieldProps<ObjectField, ObjectDraft>;

/** Controls of an object in a frame; an optional one is left out until it is added. */
export function ObjectView(props: ObjectProps) {
  const { field, draft, pointer, onChange } = props;
  return (
    <GroupFrame field={field} pointer={pointer}>
      {draft.included && <Members {...props} />}
      {!isRequired(field) && field.members.length > 0 && (
        <button type="button" className="small" onClick={() => onChange({ ...draft, included: !draft.included })}>
          {draft.included ? 'Remove' : 'Add'}
          <span className="unseen"> {field.label}</span>
        </button>
      )}
    </GroupFrame>
  );
}

/** Controls of the members of an object, without a frame. */
export function Members({ field, draft, pointer, onChange }: ObjectProps) {
  const View = useFieldView();
  return (
    <>
      {field.members.map(({ name, field: member }) => (
        <View
          key={name}
          field={member}
          draft={draft.members[name] ?? newDraft(member)}
          pointer={memberPointer(pointer, name)}
          onChange={(changed) => onChange({ ...draft, members: { ...draft.members, [name]: changed } })}
        />
      ))}
      {field.others !== undefined && (
        <Others field={field} other={field.others} draft={draft} pointer={pointer} onChange={onChange} />
      )}
    </>
  );
}

/** Controls of additional members. */
function Others({ field, other, draft, pointer, onChange }: ObjectProps & { readonly other: Field }) {
  const View = useFieldView();
  const { others } = draft;
  const put = (next: ObjectDraft['others']) => onChange({ ...draft, others: next });
  const change = (key: number, part: { name?: string; draft?: Draft }) =>
    put(others.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <div className="rows">
      {others.map((row, index) => (
        <div className="row" key={row.key}>
          <label className="field">
            Name <span className="unseen">{`of ${field.label} ${index + 1}`}</span>
            <input
              type="text"
              autoComplete="off"
              value={row.name}
              onChange={(event) => change(row.key, { name: event.target.value })}
            />
          </label>
          <View
            field={{ ...other, label: row.name === '' ? 'Value' : `Value of ${row.name}` }}
            draft={row.draft}
            pointer={memberPointer(pointer, row.name)}
            onChange={(changed) => change(row.key, { draft: changed })}
          />
          <button type="button" className="small" onClick={() => put(others.filter(({ key }) => key !== row.key))}>
            Remove<span className="unseen"> {row.name}</span>
          </button>
        </div>
      ))}
      <button
        type="button"
        className="small add"
        onClick={() => put([...others, { key: nextKey(others), name: '', draft: newDraft(other) }])}
      >
        Add<span className="unseen"> to {field.label}</span>
      </button>
    </div>
  );
}
