import { productColors } from '@sonde/schema/status-pages/status-page-colors.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { Field } from '../parts/field.tsx'
import { CheckBox } from '../schema-form/check-box.tsx'
import { FieldGroup } from '../schema-form/field-group.tsx'
import type { FieldLayout, WidgetProps } from '../schema-form/form-layout.ts'
import { joinPath } from '../schema-form/value-at.ts'

const themes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

/** The colours of the product, or own ones, which begin as those. */
export function ThemeColorsField({ value, schema, path, label, help, error, onChange, form }: WidgetProps) {
  const isOn = isRecord(value)
  return (
    <div className="min-w-0 space-y-3">
      <CheckBox
        label={label}
        help={help}
        error={error}
        isChecked={isOn}
        onChange={(isChecked) => onChange(isChecked ? productColors : null)}
      />
      {isOn
        ? themes.map(([theme, name]) => (
            <FieldGroup key={theme} label={name}>
              <div className="grid gap-3 sm:grid-cols-2">
                {Object.entries(schema.properties?.[theme]?.properties ?? {}).map(([color, property]) => (
                  <div key={color} className="min-w-0">
                    {form.field({
                      path: joinPath(joinPath(path, theme), color),
                      schema: property,
                      isRequired: true,
                    })}
                  </div>
                ))}
              </div>
            </FieldGroup>
          ))
        : null}
    </div>
  )
}

/** A colour, as text and by the chooser of the browser. */
function ColorField({ value, label, error, isRequired, onChange }: WidgetProps) {
  const text = typeof value === 'string' ? value : ''
  return (
    <Field label={label} error={error} isRequired={isRequired}>
      {(control) => (
        <span className="flex gap-2">
          <input
            type="color"
            aria-label={`Choose: ${label}`}
            className="border-edge h-9 w-11 shrink-0 cursor-pointer rounded-md border bg-transparent p-0.5"
            value={inSixDigits(text)}
            onChange={({ target }) => onChange(target.value.toUpperCase())}
          />
          <input
            {...control}
            className="control font-mono"
            value={text}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => onChange(target.value)}
          />
        </span>
      )}
    </Field>
  )
}

/** The chooser knows no other form. */
function inSixDigits(color: string): string {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color)
  if (short !== null)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`.toLowerCase()
  return /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : '#000000'
}

const names: Readonly<Record<string, string>> = {
  bodyBackgroundColor: 'Page',
  headerBackgroundColor: 'Header',
  headerFontColor: 'Text in the header',
  titleFontColor: 'Titles',
  bodyFontColor: 'Text',
  bodyFontColorMuted: 'Secondary text',
  navigationFontColor: 'Navigation',
  linkFontColor: 'Links',
  cardBackgroundColor: 'Cards',
  borderColor: 'Lines',
  primaryButtonBackgroundColor: 'Buttons',
  primaryButtonFontColor: 'Text on buttons',
}

export const colorFields: Readonly<Record<string, FieldLayout>> = Object.fromEntries(
  themes.flatMap(([theme]) =>
    Object.entries(names).map(([name, label]) => [
      `themeColors.${theme}.${name}`,
      { label, widget: ColorField },
    ]),
  ),
)
