import { hash as digest } from 'node:crypto'

export function hashKey(key: string): string {
  return digest('sha256', key, 'hex')
}
