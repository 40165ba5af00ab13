import { randomBytes } from 'node:crypto'
import { hashKey } from './hash-key.ts'

/** 256 random bits behind the prefix. The key is for the answer; the rest is for the database. */
export function newKey(prefix: string): { key: string; hash: string; lastFour: string } {
  return describeKey(prefix + randomBytes(32).toString('hex'))
}

export function describeKey(key: string): { key: string; hash: string; lastFour: string } {
  return { key, hash: hashKey(key), lastFour: key.slice(-4) }
}
