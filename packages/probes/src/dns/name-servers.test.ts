import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  errorOf,
  levelOf,
  look,
  lookAt,
  refused,
  servfail,
  silentButForTheRoot,
} from '../../testing/dns-probing.ts'
import { replyTo, startResponder } from '../../testing/dns-responder.ts'
import { probeContext } from '../../testing/probe-context.ts'
import { denyTargets } from '../denied-targets.ts'

suite('servers', () => {
  test('a server may be named, and its name is not part of the time', async (t) => {
    const server = await startResponder(t, (query, say) => say(replyTo(query)))
    const evaluation = await lookAt(server, { request: { nameServer: 'ns.localhost' } })
    assert.deepEqual(evaluation.detail.nameServerInfo, {
      name: 'ns.localhost',
      host: '127.0.0.1',
      port: server.port,
    })
  })

  test('a name that does not resolve is the error of the run', async () => {
    const evaluation = await look([], { request: { nameServer: 'ns.example.net' } })
    assert.equal(levelOf(evaluation), 'failed')
    assert.equal(errorOf(evaluation)?.code, 'EAI_AGAIN')
    assert.equal(evaluation.detail.nameServerInfo, null)
  })

  test('D14: without a port, the server that a check names is asked on port 53', async () => {
    const evaluation = await look([], {
      request: { nameServer: '127.0.0.1', protocol: 'TCP' },
      limits: { giveUpMs: 1_000 },
    })
    assert.equal(evaluation.detail.request.port, 53)
    assert.equal(evaluation.detail.nameServerInfo?.port, 53)
  })

  test('denied ranges hold for the server of a check, and not for those of the location', async (t) => {
    const server = await startResponder(t, (query, say) => say(replyTo(query)))
    const context = probeContext()
    const denied = {
      resolveName: denyTargets(context.resolveName, { ranges: ['127.0.0.0/8'], metadata: false }),
    }
    const refusal = await lookAt(server, { context: denied })
    assert.equal(errorOf(refusal)?.code, 'EACCES')
    assert.equal(refusal.verdict.isNetworkError, false)
    assert.equal(server.queries.length, 0)
    assert.equal(levelOf(await look([server.address], { context: denied })), 'passed')
  })

  test('system stands for the servers of the machine, at most three of them', async (t) => {
    const servers = await Promise.all(
      Array.from({ length: 4 }, () =>
        startResponder(t, (query, say) => say(replyTo(query, { code: servfail }))),
      ),
    )
    const systemServers = () => servers.map(({ address }) => address)
    await look(['system'], { systemServers })
    assert.deepEqual(
      servers.map(({ queries }) => queries.length),
      [1, 1, 1, 0],
    )
  })

  test('the last reply counts when none is good, also before a silent server', async (t) => {
    const says = (code: number) => startResponder(t, (query, say) => say(replyTo(query, { code })))
    const [first, second] = [await says(servfail), await says(refused)]
    const silent = await startResponder(t, () => undefined)
    const evaluation = await look([first.address, second.address, silent.address], {
      limits: { giveUpMs: 200 },
    })
    assert.equal(evaluation.detail.response?.returnCode, 'REFUSED')
  })

  test('all servers together have a limit of their own', async (t) => {
    const silent = await startResponder(t, silentButForTheRoot)
    const evaluation = await look(
      Array.from({ length: 50 }, () => silent.address),
      {
        limits: { giveUpMs: 200, allServersMs: 500 },
      },
    )
    assert.equal(errorOf(evaluation)?.code, 'ETIMEDOUT')
    assert.ok(silent.queries.filter(({ bytes }) => bytes[12] !== 0).length <= 4)
  })

  test('without any server the trouble is ours', async () => {
    const evaluation = await look([])
    assert.equal(levelOf(evaluation), 'withheld')
    assert.equal(evaluation.notRunCause, 'internal')
  })

  test('the servers of the location answer nothing at all: that is our trouble, whoever is asked about', async (t) => {
    const silent = await startResponder(t, () => undefined)
    const evaluation = await look([silent.address, '127.0.0.1:1'], { limits: { giveUpMs: 200 } })
    assert.equal(levelOf(evaluation), 'withheld')
    assert.equal(evaluation.notRunCause, 'no-resolver')
    assert.equal(errorOf(evaluation)?.code, 'ERR_NO_RESOLVER')
  })

  test('the servers of the location answer for the root, and are silent about a name: it is to blame', async (t) => {
    const silent = await startResponder(t, silentButForTheRoot)
    const evaluation = await look([silent.address], { limits: { giveUpMs: 200 } })
    assert.equal(levelOf(evaluation), 'failed')
    assert.equal(errorOf(evaluation)?.code, 'ETIMEDOUT')
  })

  test('the server that a check names is its target: its silence is no trouble of ours', async (t) => {
    const silent = await startResponder(t, () => undefined)
    const evaluation = await lookAt(silent, { limits: { giveUpMs: 200 } })
    assert.equal(levelOf(evaluation), 'failed')
  })
})
