import { isRecord } from '@sonde/ground/is-record.ts'

/** By which clients and checks know an uploaded project: whose it is, and the hash of its bytes. */
export type BundleKey = { accountId: string; sha256: string }

export function bundleKey({ accountId, sha256 }: BundleKey): string {
  return `${accountId}/${sha256}`
}

/** Null for what is no key. */
export function readBundleKey(key: string): BundleKey | null {
  const [accountId = '', sha256 = '', ...more] = key.split('/')
  return more.length === 0 && /^[0-9a-f]{64}$/.test(sha256) ? { accountId, sha256 } : null
}

/** The bundle that a check names; null for a check without one. */
export function bundleIn(check: unknown): BundleKey | null {
  const key = isRecord(check) ? check['codeBundlePath'] : null
  return typeof key === 'string' ? readBundleKey(key) : null
}
