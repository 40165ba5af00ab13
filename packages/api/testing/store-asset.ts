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
  const { accountId } = api
  await api.artifacts.keepSmall(
    { ...row, accountId },
    [{ name, type, contentType, content }],
    (files) => files,
  )
}
