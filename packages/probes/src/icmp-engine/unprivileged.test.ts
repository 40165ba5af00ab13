import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { createNamespace, lacksNamespaces } from '../../testing/network-namespace.ts'
import { visiblePath } from '../../testing/visible-checkout.ts'

const skip = lacksNamespaces()
const program = join(import.meta.dirname, '../../testing/unprivileged-ping.ts')
/** Node and the program, where an ordinary user finds them. */
const command = () => [visiblePath(process.execPath), visiblePath(program)] as const

test('an ordinary user in the ping group measures like root, 2,000 runs at once included', { skip }, () => {
  const namespace = createNamespace({ pingGroups: true })
  const found = JSON.parse(namespace.run(...command(), '2000'))
  namespace.delete()
  assert.equal(found.uid, 65_534)
  assert.deepEqual(found.capability, {
    ipv4: 'datagram',
    ipv6: 'datagram',
    kernelTimestamps: true,
    missing: [],
  })
  assert.equal(found.withLoss, 0)
  assert.equal(found.first.hasKernelTimes, true)
  assert.equal(found.ipv6.outcome.kind, 'answered')
})

test('a right that is granted later is found without a restart', { skip }, async () => {
  const namespace = createNamespace({ pingGroups: false })
  const [node, script] = command()
  const child = namespace.spawn(node, [script, 'later'], { stdio: ['ignore', 'pipe', 'pipe'] })
  assert.ok(child.stdout && child.stderr)
  const output = text(child.stdout)
  const [said] = await once(child.stderr, 'data')
  assert.equal(String(said), 'refused\n')
  namespace.setSysctl('net.ipv4.ping_group_range', '0 2147483647')
  const found = JSON.parse(await output)
  namespace.delete()
  assert.equal(found.first.outcome.kind, 'answered')
  assert.deepEqual(found.capability, {
    ipv4: 'datagram',
    ipv6: 'datagram',
    kernelTimestamps: true,
    missing: [],
  })
})

test(
  'I20: without NET_RAW and outside the ping group nothing is measured, and the fix is named',
  { skip },
  () => {
    const namespace = createNamespace({ pingGroups: false })
    const found = JSON.parse(namespace.run(...command(), '1'))
    namespace.delete()
    assert.equal(found.capability.ipv4, 'none')
    assert.equal(found.capability.ipv6, 'none')
    assert.equal(found.capability.missing.length, 1)
    assert.match(found.capability.missing[0], /sysctl -w net\.ipv4\.ping_group_range="0 2147483647"/)
    assert.match(found.capability.missing[0], /NET_RAW/)
    const refusal = {
      kind: 'not-run',
      cause: 'no-permission',
      error: {
        code: 'EPERM',
        message: 'This agent may not open raw sockets (needs NET_RAW)',
        syscall: 'socket',
      },
    }
    assert.deepEqual(found.first, { outcome: refusal, noiseMs: null, hasKernelTimes: false })
    assert.deepEqual(found.ipv6.outcome, refusal)
  },
)
