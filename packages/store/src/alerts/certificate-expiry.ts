import { chunks } from '@sonde/ground/chunks.ts'
import type { Db } from '../engine/database.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'

/** Those of these checks that are not known to depend on a certificate that expires then. */
export async function checksWithOtherExpiry(
  db: Db,
  checkNos: readonly number[],
  notAfterAt: number,
): Promise<number[]> {
  const numbers: number[] = []
  for (const chunk of chunks(checkNos, keysPerStatement)) {
    const rows = await db
      .selectFrom('check_states')
      .select('no')
      .where('no', 'in', chunk)
      .where((where) =>
        where.or([where('ssl_not_after_at', 'is', null), where('ssl_not_after_at', '!=', notAfterAt)]),
      )
      .orderBy('no')
      .execute()
    numbers.push(...rows.map(({ no }) => no))
  }
  return numbers
}

/** Notes when the certificate that these checks depend on expires. */
export async function recordCertificateExpiry(
  db: Db,
  checkNos: readonly number[],
  notAfterAt: number,
): Promise<void> {
  for (const chunk of chunks(checkNos, keysPerStatement)) {
    await db
      .updateTable('check_states')
      .set({ ssl_not_after_at: notAfterAt })
      .where('no', 'in', chunk)
      .execute()
  }
}

/** These checks look at something else now. */
export async function clearCertificateExpiry(db: Db, checkIds: readonly string[]): Promise<void> {
  for (const chunk of chunks(checkIds, keysPerStatement)) {
    await db
      .updateTable('check_states')
      .set({ ssl_not_after_at: null })
      .where('check_id', 'in', chunk)
      .execute()
  }
}
