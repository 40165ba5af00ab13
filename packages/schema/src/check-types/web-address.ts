import type { Violation } from '../validation/violation.ts'

type Fields = Readonly<Record<string, unknown>>

/** Those of the fields that are texts and no http or https address. */
export function brokenLinks(value: Fields, paths: readonly string[]): Violation[] {
  return paths.flatMap((path) => {
    const link = value[path]
    return typeof link !== 'string' || isWebAddress(link)
      ? []
      : [{ path, message: 'must be an http or https address' }]
  })
}

/** The same of those that name a picture. */
export function brokenPictures(value: Fields, paths: readonly string[]): Violation[] {
  return paths.flatMap((path) => {
    const [broken] = brokenLinks(value, [path])
    if (broken !== undefined) return [broken]
    const link = value[path]
    return typeof link !== 'string' || isPictureAddress(link)
      ? []
      : [{ path, message: 'must have a host of letters, digits, dots and hyphens' }]
  })
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/\s]/i.test(text) && !/[\s\p{Cc}]/u.test(text) && URL.canParse(text)
}

/** Its host can be written into a content security policy and means there what it says. */
export function isPictureAddress(text: string): boolean {
  return isWebAddress(text) && /^[a-z0-9.:[\]-]+$/.test(new URL(text).host)
}
