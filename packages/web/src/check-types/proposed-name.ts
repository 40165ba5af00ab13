import { valueAt, type FormValue } from '../schema-form/value-at.ts'

/** As somebody would call it: the host, and the path if there is one. */
export function proposedName(target: string): string {
  return target
    .trim()
    .replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
    .replace(/^[^/@]*@/, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
}

/** The same of the fields of a form; `port` is where it has one that is not the usual one. */
export function nameOfTarget(value: FormValue, host: string, port: string | null = null): string {
  const target = valueAt(value, host)
  const number = port === null ? undefined : valueAt(value, port)
  const name = typeof target === 'string' ? proposedName(target) : ''
  const isKnown = (typeof number === 'number' || typeof number === 'string') && number !== ''
  return name !== '' && isKnown ? `${name}:${number}` : name
}
