import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

const memoryKiB = 19_456
const passes = 2
const parallelism = 1
const tagLength = 32

const saltLength = 16

const beginning = `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${parallelism}$`
const hashForm = new RegExp(`^${RegExp.escape(beginning)}([A-Za-z0-9+/]{22})\\$([A-Za-z0-9+/]{43})$`)

/** Argon2id in the usual text form, which carries its own parameters. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltLength)
  return hashText(salt, await deriveTag(password, salt))
}

/** A hash that looks like any other and that no password has. */
export function makeUnusableHash(): string {
  return hashText(randomBytes(saltLength), randomBytes(tagLength))
}

/** Whether `hashPassword` may have written it: whoever chooses other parameters chooses how long a sign-in takes. */
export function isPasswordHash(stored: string): boolean {
  return hashForm.test(stored)
}

/**
 * Something to compare with where nothing is, at the same cost: an unknown address must not answer faster than a
 * wrong password. No password has a hash of zeros.
 */
const nobody = `${beginning}${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Longer ones would only cost time to hash. */
const longestPassword = 1_000

/** The same for whoever may have no password, or may not be there at all. */
export async function isPasswordOf(password: string, stored: string | null): Promise<boolean> {
  if (password.length > longestPassword) return false
  const isRight = await isPassword(password, stored ?? nobody)
  return stored !== null && isRight
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, salt, tag] = hashForm.exec(stored) ?? []
  if (salt === undefined || tag === undefined) return false
  const actual = await deriveTag(password, Buffer.from(salt, 'base64'))
  return timingSafeEqual(actual, Buffer.from(tag, 'base64'))
}

function deriveTag(password: string, salt: Buffer): Promise<Buffer> {
  const cost = { memory: memoryKiB, passes, parallelism }
  return derive('argon2id', { message: Buffer.from(password), nonce: salt, tagLength, ...cost })
}

function hashText(salt: Buffer, tag: Buffer): string {
  return `${beginning}${unpadded(salt)}$${unpadded(tag)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
