import type { FieldViolation, FormValue } from '../schema-form/value-at.ts'

/** A check that nobody has named is called as proposed. */
export function namedValue(value: FormValue, proposal: string): FormValue {
  return isNamed(value) || proposal === '' ? value : { ...value, name: proposal }
}

/** The name comes from the target: while that is missing, it is what is asked for, and not the name. */
export function withoutUnasked(
  violations: readonly FieldViolation[],
  value: FormValue,
): readonly FieldViolation[] {
  const others = violations.filter(({ path }) => path !== 'name')
  return isNamed(value) || others.length === 0 ? violations : others
}

function isNamed({ name }: FormValue): boolean {
  return typeof name === 'string' && name.trim() !== ''
}
