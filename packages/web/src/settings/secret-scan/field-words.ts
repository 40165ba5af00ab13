import { labelOfPlace, toWords, type FormLayout } from '../../schema-form/form-layout.ts'
import type { FormSchema } from '../../schema-form/form-schema.ts'
import type { SecretFinding } from '../../resources/account/secret-scan.ts'

export type FieldForm = { schema: FormSchema; layout: FormLayout }

/** The field of a finding as its form calls it: `Header 3`, `Set-up script`. Null: a dialog, whose fields have the words of their names. */
export function fieldInWords(
  { fieldPath, fieldKey }: Pick<SecretFinding, 'fieldPath' | 'fieldKey'>,
  form: FieldForm | null,
): string {
  const path = fieldPath.replaceAll(/\[(\d+)\]/g, '.$1')
  // Of a pair its name is told beside it: the row is enough.
  const row = fieldKey === null ? path : path.replace(/(?<=\.\d+)\.value$/, '')
  if (form === null) return toWords(row.slice(row.lastIndexOf('.') + 1))
  return labelOfPlace(form.schema, form.layout, row)
}
