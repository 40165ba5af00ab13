import { insertAssets } from '@sonde/store/results/result-assets.ts'
import type { ResultRow } from '@sonde/store/results/results.ts'
import type { ApiUnderTest } from './api-under-test.ts'

/** Stores a file with a result, as an agent's diagnostics would. */
export async function storeAsset(
  api: ApiUnderTest,
  row: ResultRow,
  name: string,
  content: Uint8Array = Buffer.from('packets'),
): Promise<void> {
  const type = name.endsWith('.pcap') ? 'pcap' : 'report'
  const contentType = type === 'pcap' ? 'application/vnd.tcpdump.pcap' : 'application/json'
  await api.store.write((db) =>
    insertAssets(db, row, [{ name, type, contentType, content }], api.clock.now()),
  )
}
