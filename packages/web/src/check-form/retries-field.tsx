import { isRecord } from '@sonde/ground/is-record.ts'
import { Field } from '../parts/field.tsx'
import { freshValueOf } from '../schema-form/defaults-of.ts'
import { fieldLayoutOf, type WidgetProps } from '../schema-form/form-layout.ts'
import { joinPath } from '../schema-form/value-at.ts'
import { GroupNotice } from './group-notice.tsx'
import { useEffectiveValues } from './use-effective-values.ts'

const none = 'none'
const doubleCheck = 'double-check'

/**
 * Whether and how a failed run is retried, as one choice, and what will happen because of it. Without a strategy the older
 * field of the API decides between one retry and none.
 */
export function RetriesField(props: WidgetProps) {
  const { path, schema, value, label, error, form } = props
  const { retries, group } = useEffectiveValues(form)
  const types = (schema.properties?.['type']?.enum ?? []).map(String)
  const words = fieldLayoutOf(form.layout, joinPath(path, 'type')).options ?? {}
  const type = isRecord(value) ? String(value['type']) : null
  const current =
    type === null ? (form.value['doubleCheck'] === false ? none : doubleCheck) : String(types.indexOf(type))
  function choose(choice: string): void {
    if (choice === none) form.setMany({ [path]: null, doubleCheck: false })
    else if (choice === doubleCheck) form.setMany({ [path]: null, doubleCheck: true })
    else {
      const fresh = freshValueOf(schema)
      const before = isRecord(value) ? value : isRecord(fresh) ? fresh : {}
      form.setAt(path, { ...before, type: types[Number(choice)] })
    }
  }
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => name !== 'type')
  return (
    <div className="space-y-3">
      <GroupNotice source={retries.source} group={group}>
        The retries of the check itself, below, do not count while it is in the group.
      </GroupNotice>
      <div data-field={joinPath(path, 'type')}>
        <Field label={label} help={`What will happen: ${retries.sentence}`} error={error}>
          {(control) => (
            <select
              {...control}
              className="control"
              value={current}
              onChange={({ target }) => choose(target.value)}
            >
              <option value={none}>No retries</option>
              <option value={doubleCheck}>1 retry at once, at another location</option>
              {types.map((one, index) => (
                <option key={one} value={index}>
                  {words[one] ?? one}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {type === null ? null : (
        <div className="grid gap-3 sm:grid-cols-2">
          {fields.map(([name, property]) => (
            <div key={name} className="min-w-0 empty:hidden">
              {form.field({ path: joinPath(path, name), schema: property, isRequired: false })}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
