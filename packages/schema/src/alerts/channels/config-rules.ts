import type { Rule } from '../../validation/annotations.ts'
import { secretMask } from './secret-mask.ts'

const variable = /\{\{.*?\}\}/s

/** An address, or a text that becomes one when its variables are filled in. A masked one is validated later. */
function isAddress(text: string): boolean {
  if (text.includes(secretMask)) return true
  const literal = text.replaceAll(new RegExp(variable, 'gs'), '')
  if (/[\s\p{Cc}]/u.test(literal)) return false
  if (variable.test(text)) return !/^[a-z][a-z0-9+.-]*:/i.test(text) || /^https?:\/\//i.test(text)
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text)
}

export const urlIsAddress: Rule = ({ url }) =>
  typeof url !== 'string' || isAddress(url)
    ? []
    : [
        {
          path: 'url',
          message: 'must be an http or https address, or contain a variable like {{WEBHOOK_URL}}',
        },
      ]

const mostAddresses = 50
const mailAddress =
  /^(?!\.)[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}(?<!\.)@(?=.{1,253}$)[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u

/** The parts between the commas, an empty one too. */
export function splitAddresses(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}

export const addressesAreValid: Rule = ({ address }) => {
  if (typeof address !== 'string') return []
  const all = splitAddresses(address)
  if (all.length > mostAddresses) {
    return [{ path: 'address', message: `must contain at most ${mostAddresses} addresses` }]
  }
  // Its letters would be allowed in an address, and a mail would go out to it as it stands.
  if (address.includes('{{')) {
    return [{ path: 'address', message: 'must be a literal value: {{…}} is not replaced here' }]
  }
  const wrong = all.find((part) => !mailAddress.test(part))
  if (wrong === undefined) return []
  const message =
    wrong === ''
      ? 'must not be empty'
      : `must contain e-mail addresses, and "${wrong.slice(0, 100)}" is not one`
  return [{ path: 'address', message }]
}

/** A line break in a header would begin another header. */
export const onOneLine: Rule = ({ key, value }) =>
  Object.entries({ key, value }).flatMap(([path, text]) =>
    typeof text === 'string' && /[\r\n\0]/.test(text) ? [{ path, message: 'must be on one line' }] : [],
  )

export const isHeaderName: Rule = ({ key }) =>
  typeof key !== 'string' || variable.test(key) || /^[!#$%&'*+.^_`|~0-9A-Za-z-]*$/.test(key)
    ? []
    : [{ path: 'key', message: 'is not a valid header name' }]
