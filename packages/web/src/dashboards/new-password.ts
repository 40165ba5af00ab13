import type { Dashboard } from '../resources/status-pages/dashboards.ts'

/** In the answer that makes it, and in no other. */
export function newPasswordIn({ keys: [key] = [] }: Pick<Dashboard, 'keys'>): string | null {
  return key === undefined || key.rawKey === '' ? null : key.rawKey
}
