import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

const memoryKiB = 19_456
const passes = 2
const parallelism = 1
const tagLength = 32

/** Argon2id in the usual text form, which carries its own parameters. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await deriveTag(password, salt, { memory: memoryKiB, passes, parallelism })
  const parameters = `m=${memoryKiB},t=${passes},p=${parallelism}`
  return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(tag)}`
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored)
  if (!parts) return false
  const [, memory, time, lanes, salt = '', tag = ''] = parts
  const expected = Buffer.from(tag, 'base64')
  const actual = await deriveTag(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(time),
    parallelism: Number(lanes),
  })
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function deriveTag(
  password: string,
  salt: Buffer,
  cost: { memory: number; passes: number; parallelism: number },
): Promise<Buffer> {
  return derive('argon2id', { message: Buffer.from(password), nonce: salt, tagLength, ...cost })
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
