import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { onStatus } from '@sonde/verdict/testing/url-run.ts'
import { probeContext } from '../../testing/probe-context.ts'
import { closedPort, codeOf, levelOf, look, serve } from '../../testing/url-probing.ts'

suite('redirects', () => {
  test('U5: a 301 is followed to its 200; not followed, it is the answer itself', async (t) => {
    const url = await serve(t, (request, response) => {
      if (request.url === '/') response.writeHead(301, { location: '/there?q#part' }).end('moved')
      else response.end(request.url)
    })
    const followed = await look(`${url}/`)
    assert.deepEqual([levelOf(followed), followed.detail.response.status], ['passed', 200])
    assert.deepEqual(followed.detail.response.redirects, [{ status: 301, url: `${url}/` }])
    const config = { request: { followRedirects: false } }
    const kept = await look(`${url}/`, { config })
    assert.deepEqual([levelOf(kept), kept.detail.response.status], ['passed', 301])
    assert.deepEqual(kept.detail.response.redirects, [])
    const assertions = [onStatus('EQUALS', '200')]
    const expecting = await look(`${url}/`, { config: { request: { followRedirects: false, assertions } } })
    assert.equal(levelOf(expecting), 'failed')
  })

  for (const code of [301, 302, 303, 307, 308]) {
    test(`a ${code} with a Location is followed by a GET`, async (t) => {
      const seen: string[] = []
      const url = await serve(t, (request, response) => {
        seen.push(`${request.method} ${request.url}`)
        if (request.url === '/') response.writeHead(code, { location: 'next' }).end()
        else response.end()
      })
      assert.equal((await look(url)).detail.response.status, 200)
      assert.deepEqual(seen, ['GET /', 'GET /next'])
    })
  }

  for (const code of [300, 304, 305, 306]) {
    test(`a ${code} is an answer, whatever Location it has`, async (t) => {
      const url = await serve(t, (_request, response) =>
        response.writeHead(code, { location: '/next' }).end(),
      )
      const evaluation = await look(url)
      assert.deepEqual([levelOf(evaluation), evaluation.detail.response.status], ['passed', code])
    })
  }

  test('U6: a loop is given up after ten redirects, and the last answer is kept', async (t) => {
    let asked = 0
    const url = await serve(t, (request, response) => {
      asked += 1
      response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a', 'x-hop': String(asked) }).end()
    })
    const evaluation = await look(`${url}/a`)
    const { response, requestError } = evaluation.detail
    assert.deepEqual([levelOf(evaluation), codeOf(evaluation)], ['failed', 'ERR_TOO_MANY_REDIRECTS'])
    assert.deepEqual([response.status, response.headers['x-hop'], response.redirects.length], [302, '11', 10])
    assert.equal(requestError, `Gave up after 10 redirects, last: ${url}/b`)
    assert.deepEqual([evaluation.verdict.isNetworkError, asked], [false, 11])
  })

  test('U6: exactly ten redirects and then a 200 pass, and the time covers all hops', async (t) => {
    const url = await serve(t, (request, response) => {
      const hop = Number(request.url?.slice(1))
      if (hop < 10) response.writeHead(302, { location: `/${hop + 1}` }).end()
      else response.end()
    })
    const evaluation = await look(`${url}/0`)
    const { response } = evaluation.detail
    assert.deepEqual([levelOf(evaluation), response.status, response.redirects.length], ['passed', 200, 10])
    const { timings, timingPhases: phases } = response
    const lastHopMs = [phases?.wait, phases?.dns, phases?.tcp, phases?.firstByte, phases?.download]
      .map(Number)
      .reduce((sum, part) => sum + part, 0)
    assert.ok(Number(phases?.total) > lastHopMs)
    assert.equal(timings?.end, phases?.total)
    assert.equal(evaluation.verdict.responseTime, phases?.total)
  })

  test('U7: a redirect to another scheme, or to no address at all, fails with the last answer kept', async (t) => {
    for (const location of ['ftp://files.example/', 'javascript:alert(1)', 'http://', 'https://a:b:c/']) {
      const url = await serve(t, (_request, response) => response.writeHead(302, { location }).end())
      const evaluation = await look(url)
      assert.deepEqual(
        [levelOf(evaluation), codeOf(evaluation)],
        ['failed', 'ERR_INVALID_REDIRECT'],
        location,
      )
      assert.equal(evaluation.detail.requestError, `Redirect to an unusable address: ${location}`)
      assert.deepEqual([evaluation.detail.response.status, evaluation.verdict.isNetworkError], [302, false])
    }
  })

  test('a redirect to a name that is too long for DNS is one to no address, and the result stays short', async (t) => {
    const longest = `${'a.'.repeat(126)}b.`
    const known = probeContext().resolveName
    const resolveName: typeof known = async (hostname, family) =>
      hostname === '127.0.0.1'
        ? await known(hostname, family)
        : { kind: 'failed', error: { code: 'ENOTFOUND', message: `no ${hostname}`, hostname } }
    for (const [host, code] of [
      [longest, 'ENOTFOUND'],
      [`a${longest}`, 'ERR_INVALID_REDIRECT'],
      ['a'.repeat(12_000), 'ERR_INVALID_REDIRECT'],
    ] as const) {
      const location = `http://${host}/`
      const url = await serve(t, (_request, response) => response.writeHead(302, { location }).end())
      const evaluation = await look(url, { context: { resolveName } })
      assert.deepEqual([levelOf(evaluation), codeOf(evaluation)], ['failed', code])
      assert.ok(JSON.stringify(evaluation.detail).length < 10_000)
    }
  })

  test('U7: a 302 without a Location, or with an empty one, is the answer', async (t) => {
    const url = await serve(t, (request, response) => {
      response.writeHead(302, request.url === '/empty' ? { location: '' } : {}).end()
    })
    for (const path of ['/', '/empty']) {
      const evaluation = await look(`${url}${path}`)
      assert.deepEqual([levelOf(evaluation), evaluation.detail.response.status], ['passed', 302])
    }
  })

  test('a redirect to a closed port fails, shows the way there, and was an answer all the same', async (t) => {
    const port = await closedPort()
    const url = await serve(t, (_request, response) =>
      response.writeHead(301, { location: `http://localhost:${port}/x` }).end(),
    )
    const evaluation = await look(url)
    assert.deepEqual([levelOf(evaluation), codeOf(evaluation)], ['failed', 'ECONNREFUSED'])
    assert.deepEqual(evaluation.detail.response.redirects, [{ status: 301, url: `${url}/` }])
    assert.deepEqual([evaluation.detail.response.status, evaluation.verdict.isNetworkError], [0, false])
  })

  test('letters beyond ASCII in a Location arrive as what they are', async (t) => {
    const seen: unknown[] = []
    const url = await serve(t, (request, response) => {
      seen.push(request.url)
      if (request.url === '/') {
        response.writeHead(302, { location: Buffer.from('/straße').toString('latin1') }).end()
      } else response.end()
    })
    await look(url)
    assert.deepEqual(seen, ['/', '/stra%C3%9Fe'])
  })

  test('a password goes to its own origin, to no other, and into no result', async (t) => {
    const seen: [string, string | undefined][] = []
    const other = await serve(t, (request, response) => {
      seen.push(['other', request.headers.authorization])
      response.writeHead(500, { 'content-type': 'text/plain' }).end('sorry')
    })
    const url = await serve(t, (request, response) => {
      seen.push([request.url ?? '', request.headers.authorization])
      response.writeHead(302, { location: request.url === '/a' ? '/b' : other }).end()
    })
    const { port } = new URL(url)
    const { detail } = await look(`http://ann:p%40ss%25word@127.0.0.1:${port}/a`)
    const sent = `Basic ${Buffer.from('ann:p@ss%word').toString('base64')}`
    assert.deepEqual(seen, [
      ['/a', sent],
      ['/b', sent],
      ['other', undefined],
    ])
    assert.equal(detail.request.url, `http://*********@127.0.0.1:${port}/a`)
    assert.deepEqual(
      detail.response.redirects.map((redirect) => redirect.url),
      [`http://*********@127.0.0.1:${port}/a`, `http://*********@127.0.0.1:${port}/b`],
    )
    assert.doesNotMatch(JSON.stringify(detail), /p%40ss|p@ss|ann/)
  })

  test('each hop has a connection of its own, and a body that leads on is not waited for', async (t) => {
    const sockets = new Set<unknown>()
    const url = await serve(t, (request, response) => {
      sockets.add(request.socket)
      if (request.url !== '/') return response.end()
      response.writeHead(302, { location: '/next' })
      return response.write('this body never ends')
    })
    assert.equal((await look(url)).detail.response.status, 200)
    assert.equal(sockets.size, 2)
  })
})
