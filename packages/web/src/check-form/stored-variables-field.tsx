import type { WidgetProps } from '../schema-form/form-layout.ts'
import { RowsField } from '../schema-form/list-field.tsx'
import { contextOf } from './form-context.ts'

/** Variables; those that are stored are not shown, and stay unless the form says others. */
export function StoredVariablesField(props: WidgetProps) {
  const { isStored } = contextOf(props.form.context)
  const isKept = isStored && (props.value === undefined || props.value === null)
  const explanation = 'What is stored is not shown here and stays. What you add replaces all of it.'
  if (!isKept) return <RowsField {...props} />
  return (
    <RowsField
      {...props}
      help={
        <>
          {explanation} {props.help}
        </>
      }
    />
  )
}
