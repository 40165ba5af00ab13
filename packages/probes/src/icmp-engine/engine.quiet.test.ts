import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import {
  connectNamespaces,
  createNamespace,
  lacksNamespaces,
  type NetworkNamespace,
} from '../../testing/network-namespace.ts'
import { startIcmpEngine } from './engine.ts'
import { IcmpEngineError, type IcmpEngine, type PingRun } from './ping-run.ts'

const skip = lacksNamespaces()
const testing = join(import.meta.dirname, '../../testing')

for (const pingGroups of some('sockets of the ICMP engine', [true, false])) {
  describe(`against real kernels, over ${pingGroups ? 'datagram' : 'raw'} sockets`, { skip }, () => {
    let home: NetworkNamespace
    let router: NetworkNamespace
    let engine: IcmpEngine
    let device: string

    // home 10.8.0.1 - router 10.8.0.2, which is the way to everywhere and itself knows no further way.
    before(async () => {
      home = createNamespace({ pingGroups })
      router = createNamespace()
      const link = connectNamespaces(
        [home, ['10.8.0.1/24', 'fd08::1/64']],
        [router, ['10.8.0.2/24', 'fd08::2/64']],
      )
      device = link.leftDevice
      home.ip('route add default via 10.8.0.2')
      home.ip('-6 route add default via fd08::2')
      for (const setting of ['net.ipv4.ip_forward', 'net.ipv6.conf.all.forwarding'])
        router.setSysctl(setting, '1')
      // Every error is sent, not one a second.
      for (const setting of ['net.ipv4.icmp_ratelimit', 'net.ipv6.icmp.ratelimit'])
        router.setSysctl(setting, '0')
      // One that starts again would not be in there.
      engine = await home.enter(() =>
        startIcmpEngine({ intervalMs: 20, windowMs: 4000, restAfterMs: hourMs }),
      )
    })

    after(async () => {
      await engine.close()
      home.delete()
      router.delete()
    })

    test('a host answers, with the TTL of its system', async () => {
      for (const [address, family] of [
        ['10.8.0.2', 'IPv4'],
        ['fd08::2', 'IPv6'],
      ] as const) {
        const run = await untilKernelTimes(() => engine.ping({ address, family, count: 3 }))
        assert.ok(run.hasKernelTimes, JSON.stringify(run))
        for (const ping of run.pings) assert.ok(ping.kind === 'reply' && ping.ttl === 64 && ping.rttMs < 100)
      }
    })

    test('a router that knows no way says so', async () => {
      // A kernel sends only so many errors a second, for all of its networks together: some may have to be asked for again.
      const untilAllAreTold = async (target: { address: string; family: 'IPv4' | 'IPv6' }) => {
        let run = await engine.ping({ ...target, count: 3 })
        for (let again = 0; again < 5 && kindsOf(run).includes('lost'); again += 1) {
          run = await engine.ping({ ...target, count: 3 })
        }
        return run
      }
      const ipv4 = await untilAllAreTold({ address: '198.51.100.1', family: 'IPv4' })
      const ipv6 = await untilAllAreTold({ address: '2001:db8::1', family: 'IPv6' })
      for (const [run, type] of [
        [ipv4, 3],
        [ipv6, 1],
      ] as const) {
        assert.deepEqual(
          run.pings,
          [0, 1, 2].map((sequence) => ({ sequence, kind: 'error', type, code: 0 })),
        )
      }
    })

    test('ICMP errors for some runs are never laid at the door of others', async () => {
      const runs = await Promise.all(
        Array.from({ length: 600 }, (_, index) =>
          engine.ping({
            address: index % 2 === 0 ? '10.8.0.2' : `198.51.100.${(index % 200) + 1}`,
            family: 'IPv4',
            count: 5,
          }),
        ),
      )
      for (const [index, run] of runs.entries()) {
        // A kernel sends only so many errors a second, whatever it is told.
        const allowed = index % 2 === 0 ? ['reply'] : ['error', 'lost']
        for (const kind of kindsOf(run)) assert.ok(allowed.includes(kind), `run ${index}: ${kind}`)
      }
    })

    test('a neighbour that does not exist is an unreachable host', async () => {
      const { pings } = await engine.ping({ address: '10.8.0.77', family: 'IPv4', count: 2 })
      assert.deepEqual(
        pings,
        [0, 1].map((sequence) => ({ sequence, kind: 'error', type: 3, code: 1 })),
      )
    })

    test('a packet that the firewall of this machine refuses is refused, with its errno', async (t) => {
      try {
        home.run('iptables', '-A', 'OUTPUT', '-d', '10.8.0.99', '-j', 'DROP')
      } catch (error) {
        t.skip(`iptables does not work here: ${String(error).split('\n')[0]}`)
        return
      }
      const { pings } = await engine.ping({ address: '10.8.0.99', family: 'IPv4', count: 2 })
      assert.deepEqual(
        pings,
        [0, 1].map((sequence) => ({ sequence, kind: 'refused', errno: 1, code: 'EPERM' })),
      )
    })

    test('an interface that cannot keep up delays pings and loses none', async (t) => {
      try {
        home.run('tc', ...`qdisc add dev ${device} root tbf rate 8mbit burst 3k limit 6k`.split(' '))
      } catch (error) {
        t.skip(`tc does not work here: ${String(error).split('\n')[0]}`)
        return
      }
      const runs = await Promise.all(
        Array.from({ length: 1000 }, () => engine.ping({ address: '10.8.0.2', family: 'IPv4', count: 2 })),
      )
      const statistics = home.run('tc', '-s', 'qdisc', 'show', 'dev', device)
      home.run('tc', 'qdisc', 'del', 'dev', device, 'root')
      assert.match(statistics, /dropped [1-9]/)
      assert.deepEqual(new Set(runs.flatMap(kindsOf)), new Set(['reply']))
    })

    test('10,000 runs that begin in the same moment lose nothing', async () => {
      const runs = await Promise.all(
        Array.from({ length: 10_000 }, (_, index) =>
          engine.ping({ address: index % 3 === 0 ? '10.8.0.2' : '127.0.0.1', family: 'IPv4', count: 2 }),
        ),
      )
      assert.equal(runs.flatMap(kindsOf).filter((kind) => kind !== 'reply').length, 0)
    })

    test('more pings in flight than one socket has sequence numbers', async () => {
      router.setSysctl('net.ipv4.icmp_echo_ignore_all', '1')
      const silent = await Promise.all(
        Array.from({ length: 1500 }, () => engine.ping({ address: '10.8.0.2', family: 'IPv4', count: 50 })),
      )
      router.setSysctl('net.ipv4.icmp_echo_ignore_all', '0')
      assert.deepEqual(new Set(silent.flatMap(kindsOf)), new Set(['lost']))
      const { pings } = await engine.ping({ address: '10.8.0.2', family: 'IPv4', count: 3 })
      assert.ok(pings.every(({ kind }) => kind === 'reply'))
    })
  })
}

describe('the life of an engine', { skip: process.platform === 'linux' ? skip : 'Linux only' }, () => {
  test('a busy main thread does not lengthen round trips', async () => {
    const engine = await startIcmpEngine({ intervalMs: 5 })
    const loopback = { address: '127.0.0.1', family: 'IPv4' } as const
    await untilKernelTimes(() => engine.ping({ ...loopback, count: 1 }))
    const run = await untilKernelTimes(async () => {
      const running = engine.ping({ ...loopback, count: 50 })
      // The order leaves with the next turn; from then on this thread does nothing but spin.
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      const untilMs = performance.now() + 400
      while (performance.now() < untilMs) Math.sqrt(untilMs)
      return running
    })
    await engine.close()
    assert.ok(run.hasKernelTimes, JSON.stringify(run))
    for (const ping of run.pings) assert.ok(ping.kind === 'reply' && ping.rttMs < 20, JSON.stringify(ping))
  })

  test('without the kernel, our own times count and say how noisy they are', async () => {
    const engine = await startIcmpEngine({ intervalMs: 5, kernelTimes: false })
    assert.equal(engine.capability.kernelTimestamps, false)
    const { pings, noiseMs, hasKernelTimes } = await engine.ping({
      address: '127.0.0.1',
      family: 'IPv4',
      count: 10,
    })
    await engine.close()
    assert.ok(pings.every(({ kind }) => kind === 'reply'))
    assert.equal(hasKernelTimes, false)
    assert.ok(noiseMs !== null && noiseMs >= 0)
  })

  test('an aborted run is rejected with its reason, and the others go on', async () => {
    const engine = await startIcmpEngine({ intervalMs: 20 })
    const abortion = new AbortController()
    const doomed = engine.ping({ address: '127.0.0.1', family: 'IPv4', count: 50, signal: abortion.signal })
    const other = engine.ping({ address: '127.0.0.1', family: 'IPv4', count: 5 })
    abortion.abort(new Error('enough'))
    await assert.rejects(doomed, /enough/)
    assert.equal(kindsOf(await other).length, 5)
    await engine.close()
  })

  test('close rejects what is open, takes less than a second and leaves no descriptor behind', async () => {
    const opened = openDescriptors()
    const engine = await startIcmpEngine()
    const open = engine.ping({ address: '127.0.0.1', family: 'IPv4', count: 50 })
    const rejected = assert.rejects(
      open,
      (error) => error instanceof IcmpEngineError && /closed/.test(error.message),
    )
    const startedMs = performance.now()
    await engine.close()
    assert.ok(performance.now() - startedMs < 1000)
    await rejected
    await assert.rejects(engine.ping({ address: '127.0.0.1', family: 'IPv4', count: 1 }), /closed/)
    assert.deepEqual(openDescriptors(), opened)
  })

  test('a thread that nobody needs ends without a failure, and the next ping starts another', async () => {
    const opened = openDescriptors()
    const crashes: string[] = []
    const engine = await startIcmpEngine({
      intervalMs: 10,
      restAfterMs: 1,
      reportCrash: (error) => crashes.push(error.message),
    })
    const { capability } = engine
    for (let round = 0; round < 3; round += 1) {
      while (openDescriptors().length > opened.length) await nextTurn()
      assert.deepEqual(engine.capability, capability)
      // Longer than the thread may rest: it does not end while somebody waits.
      const run = await engine.ping({ address: '127.0.0.1', family: 'IPv4', count: 5 })
      assert.deepEqual(kindsOf(run), Array(5).fill('reply'))
    }
    await engine.close()
    assert.deepEqual([crashes, openDescriptors()], [[], opened])
  })

  test('nonsense is refused before it reaches the network', async () => {
    const engine = await startIcmpEngine()
    for (const count of [0, 51, 1.5, Number.NaN]) {
      await assert.rejects(engine.ping({ address: '127.0.0.1', family: 'IPv4', count }), RangeError)
    }
    await assert.rejects(engine.ping({ address: 'localhost', family: 'IPv4', count: 1 }), IcmpEngineError)
    await engine.close()
  })

  test('a worker that dies takes its open runs with it, says so, and is replaced', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'sonde-crash-'))
    const workerUrl = pathToFileURL(join(testing, 'crashing-worker.ts'))
    process.env['TEST_CRASH_MARKER'] = join(folder, 'marker')
    t.after(() => delete process.env['TEST_CRASH_MARKER'])
    const crashes: string[] = []
    const engine = await startIcmpEngine({
      workerUrl,
      intervalMs: 10,
      reportCrash: (error) => crashes.push(error.message),
    })
    await assert.rejects(
      engine.ping({ address: '127.0.0.1', family: 'IPv4', count: 2 }),
      (error) => error instanceof IcmpEngineError && /failed: broken by the test/.test(error.message),
    )
    assert.deepEqual(crashes, ['broken by the test'])
    const { pings } = await engine.ping({ address: '127.0.0.1', family: 'IPv4', count: 2 })
    assert.ok(pings.every(({ kind }) => kind === 'reply'))
    await engine.close()
    rmSync(folder, { recursive: true })
  })

  test('a worker that cannot start is an error, not a wait', async () => {
    const workerUrl = pathToFileURL(join(testing, 'no-such-worker.ts'))
    await assert.rejects(startIcmpEngine({ workerUrl }), /no-such-worker/)
  })

  for (const [how, name] of [
    ['idle', 'an idle engine keeps no process alive'],
    ['exit', 'a process that exits in mid-run does not wait for the engine'],
  ] as const) {
    test(name, async () => {
      const startedMs = performance.now()
      const child = spawn(process.execPath, [join(testing, 'exiting-agent.ts'), how], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const output = text(child.stdout)
      const [code] = await once(child, 'exit')
      assert.equal(code, 0)
      assert.equal(await output, 'started\n')
      assert.ok(performance.now() - startedMs < 5000)
    })
  }
})

function kindsOf({ pings }: PingRun): string[] {
  return pings.map(({ kind }) => kind)
}

/** Sockets and eventfds of this process; pipes and files come and go with the test runner. */
function openDescriptors(): string[] {
  return readdirSync('/proc/self/fd')
    .flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/self/fd/${fd}`)]
      } catch {
        // The descriptor of this very listing is gone by now.
        return []
      }
    })
    .filter((target) => /^socket:|eventfd/.test(target))
    .toSorted()
}

/**
 * The kernel begins to stamp packets some time after the first socket of the machine has asked for it, whenever its
 * own work queue comes to that: what arrives before has no stamp, and is timed by our own clock.
 */
async function untilKernelTimes(ping: () => Promise<PingRun>): Promise<PingRun> {
  let run = await ping()
  for (let again = 0; again < 20 && !run.hasKernelTimes; again += 1) run = await ping()
  return run
}
