import { leftOutSecret } from '@sonde/schema/accounts/configuration.ts'

/** The password in an address: `https://user:password@host/`. */
const userPart = /^(\s*[a-z][a-z0-9+.-]*:\/\/[\\/]*[^/?#\\:]*):([^/?#\\]*)@/i

/** These tell where a password is, and not what it is. */
const onlyPlaceholder = /^\{\{\{?[^{}]*\}\}\}?$/

export function hideAddressPassword(address: string): string {
  return address.replace(userPart, (whole: string, before: string, password: string) =>
    password === '' || onlyPlaceholder.test(password) ? whole : `${before}:${leftOutSecret}@`,
  )
}

export function hasLeftOutPassword(address: string): boolean {
  return userPart.exec(address)?.[2] === leftOutSecret
}

/**
 * The stored address, when the given one is what an export makes of it; null otherwise: a stored password must not be
 * sent to wherever a document says.
 */
export function restoreAddressPassword(address: string, stored: string | null): string | null {
  return stored !== null && hideAddressPassword(stored) === address ? stored : null
}

export function withoutAddressPassword(address: string): string {
  return address.replace(userPart, '$1@')
}
