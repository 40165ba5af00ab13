import { randomInt } from 'node:crypto'

/** Without letters and digits that look alike: people type it. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 5

/** Of 99 bits, such as `k7m2x-qwert-9abcd-ef3gh`: nobody guesses it, so nothing more has to be asked of it. */
export function newPagePassword(): string {
  const letter = () => letters.charAt(randomInt(letters.length))
  const group = () => Array.from({ length: groupLength }, letter).join('')
  return Array.from({ length: groups }, group).join('-')
}
