import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { createTestLog } from '../../testing/agent-under-test.ts'
import { createConnectivity } from './connectivity.ts'
import type { WitnessTarget } from './witness.ts'

const times = { watchMs: 10, answerMs: 200, unprovedMs: 10, spacingMs: 1 }

/** A network that the test can unplug: pings are answered while it is in. */
function makeNetwork() {
  const network = { isUp: true, pinged: [] as string[] }
  const ping = async (address: string) => {
    network.pinged.push(address)
    return network.isUp
  }
  return { network, ping }
}

function watchNetwork(
  t: TestContext,
  options: {
    ping?: (address: string) => Promise<boolean>
    gateways?: string[]
    targets?: WitnessTarget[]
    askService?: () => Promise<boolean>
    watchMs?: number
  },
) {
  const { log, at, lines } = createTestLog()
  const connectivity = createConnectivity({
    log,
    ping: options.ping ?? null,
    askService: options.askService ?? null,
    targets: options.targets ?? [],
    readGateways: async () => options.gateways ?? [],
    times: { ...times, watchMs: options.watchMs ?? times.watchMs },
  })
  t.after(connectivity.close)
  return { connectivity, at, lines }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

function run(fromMs: number) {
  return { fromMs, toMs: performance.now() }
}

test('an agent without any witness reports as usual', async (t) => {
  const { connectivity } = watchNetwork(t, {})
  connectivity.watch(true)
  assert.equal(await connectivity.wasLost(run(performance.now())), false)
  assert.equal(connectivity.state(), 'unknown')
})

test('a gateway that never answers pings is no witness', async (t) => {
  const { network, ping } = makeNetwork()
  network.isUp = false
  const { connectivity, at } = watchNetwork(t, { ping, gateways: ['192.0.2.1'] })
  connectivity.watch(true)
  await until(() => network.pinged.length > 6)
  assert.equal(await connectivity.wasLost(run(performance.now())), false)
  assert.equal(connectivity.state(), 'unknown')
  assert.equal(at('warn').length, 0)
})

test('a target that is down while the gateway answers is down', async (t) => {
  const { ping } = makeNetwork()
  const { connectivity } = watchNetwork(t, { ping, gateways: ['192.0.2.1'] })
  connectivity.watch(true)
  await until(() => connectivity.state() === 'online')
  assert.equal(await connectivity.wasLost(run(performance.now())), false)
})

test('a failing run at whose end no witness answers was lost', async (t) => {
  const { network, ping } = makeNetwork()
  // The regular look is far away: the question at the end of the run must find out by itself.
  const { connectivity, at } = watchNetwork(t, { ping, gateways: ['192.0.2.1'], watchMs: 60_000 })
  connectivity.watch(true)
  await until(() => connectivity.state() === 'online')
  network.isUp = false
  assert.equal(await connectivity.wasLost(run(performance.now())), true)
  assert.equal(connectivity.state(), 'offline')
  assert.equal(at('warn').length, 1)
})

test('every run that overlaps an outage was lost, and none after it', async (t) => {
  const { network, ping } = makeNetwork()
  const { connectivity, at } = watchNetwork(t, { ping, gateways: ['192.0.2.1'] })
  connectivity.watch(true)
  await until(() => connectivity.state() === 'online')
  const before = run(performance.now())
  // Asks the witnesses once more: only what ended before an answer is known to be unharmed.
  assert.equal(await connectivity.wasLost(before), false)
  const startedMs = performance.now()
  network.isUp = false
  await until(() => connectivity.state() === 'offline')
  network.isUp = true
  await until(() => connectivity.state() === 'online')
  assert.equal(await connectivity.wasLost(before), false)
  assert.equal(await connectivity.wasLost(run(startedMs)), true)
  assert.equal(await connectivity.wasLost(run(performance.now())), false)
  assert.equal(at('warn').length, 1)
  assert.deepEqual(
    at('info').map(({ message }) => message),
    ['the network connection of this agent is back'],
  )
})

test('the return of the network is noticed without open runs', async (t) => {
  const { network, ping } = makeNetwork()
  const { connectivity } = watchNetwork(t, { ping, gateways: ['192.0.2.1'] })
  connectivity.watch(true)
  await until(() => connectivity.state() === 'online')
  network.isUp = false
  await until(() => connectivity.state() === 'offline')
  connectivity.watch(false)
  network.isUp = true
  await until(() => connectivity.state() === 'online')
})

test('a route that disappears with its cable still counts as a witness', async (t) => {
  const { network, ping } = makeNetwork()
  const gateways = ['192.0.2.1']
  const { connectivity } = watchNetwork(t, { ping, gateways })
  connectivity.watch(true)
  await until(() => connectivity.state() === 'online')
  gateways.length = 0
  network.isUp = false
  assert.equal(await connectivity.wasLost(run(performance.now())), true)
})

test('a thousand runs that fail at once ask once', async (t) => {
  const { network, ping } = makeNetwork()
  const { connectivity } = watchNetwork(t, { ping, gateways: ['192.0.2.1'], watchMs: 60_000 })
  connectivity.watch(true)
  await until(() => connectivity.state() === 'online')
  const asked = network.pinged.length
  await Promise.all(Array.from({ length: 1_000 }, () => connectivity.wasLost(run(performance.now()))))
  assert.equal(network.pinged.length - asked, 1)
})

test('a host:port of CONNECTIVITY_TARGETS answers by accepting or refusing', async (t) => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { connectivity } = watchNetwork(t, { targets: [{ host: '127.0.0.1', port }] })
  connectivity.watch(true)
  await until(() => connectivity.state() === 'online')
  server.close()
  await once(server, 'close')
  assert.equal(await connectivity.wasLost(run(performance.now())), false)
})

test('the service is a witness once it has answered', async (t) => {
  let isUp = true
  const { connectivity } = watchNetwork(t, { askService: async () => isUp, watchMs: 60_000 })
  assert.equal(await connectivity.wasLost(run(performance.now())), false)
  connectivity.noteContact()
  assert.equal(await connectivity.wasLost(run(performance.now())), false)
  isUp = false
  assert.equal(await connectivity.wasLost(run(performance.now())), true)
})

test('while the service keeps answering, nobody is asked', async (t) => {
  let asked = 0
  const askService = async () => {
    asked++
    return true
  }
  const { connectivity } = watchNetwork(t, { askService, watchMs: 1_000 })
  connectivity.noteContact()
  connectivity.watch(true)
  await until(() => connectivity.state() === 'online')
  assert.equal(asked, 0)
})

test('whoever waits for the network is told when it is back, once for each outage', async (t) => {
  const { network, ping } = makeNetwork()
  const { connectivity } = watchNetwork(t, { ping, gateways: ['192.0.2.1'] })
  let backs = 0
  connectivity.onBack(() => (backs += 1))
  connectivity.watch(true)
  await until(() => connectivity.state() === 'online')
  assert.equal(backs, 0)
  for (const outage of [1, 2]) {
    network.isUp = false
    await until(() => connectivity.state() === 'offline')
    network.isUp = true
    await until(() => connectivity.state() === 'online')
    assert.equal(backs, outage)
  }
})

test('without open runs, a service that is not reached makes us ask the others, and tells when the network is back', async (t) => {
  const { network, ping } = makeNetwork()
  const { connectivity } = watchNetwork(t, { ping, gateways: ['192.0.2.1'], askService: async () => false })
  let backs = 0
  connectivity.onBack(() => (backs += 1))
  connectivity.noteContact()
  // The gateway has answered once, and nothing watches it.
  assert.equal(await connectivity.wasLost(run(performance.now())), false)
  network.isUp = false
  connectivity.noteUnreached()
  await until(() => connectivity.state() === 'offline')
  network.isUp = true
  await until(() => backs === 1)
})

test('a service that is the only witness and down is left alone by agents without runs', async (t) => {
  let asked = 0
  const askService = async () => {
    asked += 1
    return false
  }
  const { connectivity } = watchNetwork(t, { askService })
  connectivity.noteContact()
  connectivity.noteUnreached()
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual([asked, connectivity.state()], [0, 'unknown'])
})
