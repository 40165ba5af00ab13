import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { assertLinear } from '@sonde/ground/testing/growth.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { renderDocument } from './help-document.ts'
import { readHelp } from './read-help.ts'
import { searchHelp, wordsOf } from './search-help.ts'

const folder = join(import.meta.dirname, '../../../../docs')
const help = readHelp(folder)
assert.ok(help)
const anybody = { key: null, account: null }

test('every page has a chapter', () => {
  const others = help.chapters.find(({ title }) => title === 'More')
  assert.deepEqual(others?.documents.map(({ name }) => name) ?? [], [])
})

suite('Markdown of the documentation', () => {
  const cases: [string, string, string][] = [
    ['a paragraph in two lines', 'One\ntwo', '<p>One two</p>'],
    ['a title', '# Alerts', '<h1 id="alerts">Alerts</h1>'],
    [
      'an anchor',
      '## When `FOO_BAR` is set, and how',
      '<h2 id="when-foo_bar-is-set-and-how">When <code>FOO_BAR</code> is set, and how <a class="anchor" href="#when-foo_bar-is-set-and-how" aria-label="Link to this section">#</a></h2>',
    ],
    [
      'code',
      '```sh\nif a < b\n\n# no title\n```',
      '<pre tabindex="0"><code>if a &lt; b\n\n# no title</code></pre>',
    ],
    ['a list', '- one\n  goes on\n- two\n\nend', '<ul><li>one goes on</li>\n<li>two</li></ul>\n<p>end</p>'],
    [
      'a list in a list',
      '- one\n  - inner\n- two',
      '<ul><li>one\n<ul><li>inner</li></ul></li>\n<li>two</li></ul>',
    ],
    [
      'steps with code',
      '1. Do:\n\n   ```sh\n   run\n     it\n   ```\n\n2. Look',
      '<ol><li>Do:\n<pre tabindex="0"><code>run\n  it</code></pre></li>\n<li>Look</li></ol>',
    ],
    [
      'a table',
      '| A | B |\n|---|:-:|\n| `x\\|y` | **z** |',
      '<div class="table" role="group" aria-label="Table" tabindex="0"><table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><td><code>x|y</code></td><td><strong>z</strong></td></tr></tbody></table></div>',
    ],
    ['a link to a page', '[p](../alerting.md#delivery)', '<p><a href="/help/alerting#delivery">p</a></p>'],
    ['a link within the page', '[p](#below)', '<p><a href="#below">p</a></p>'],
    ['a link out of the folder', '[p](../../README.md)', '<p>[p](../../README.md)</p>'],
    [
      'a script',
      '[p](javascript:x) <script>x</script>',
      '<p>[p](javascript:x) &lt;script&gt;x&lt;/script&gt;</p>',
    ],
  ]
  for (const [name, markdown, html] of cases) {
    test(name, () => assert.equal(renderDocument('monitors/url', markdown).html, html))
  }
  test('equal headings have different anchors', () => {
    const { sections } = renderDocument('x', '# X\n\n## Result\n\n## Result')
    assert.deepEqual(
      sections.map(({ anchor }) => anchor),
      ['x', 'result', 'result-1'],
    )
  })
})

suite('every page of docs/', () => {
  const { documents, chapters } = help
  for (const document of documents.values()) {
    test(`${document.name} is rendered whole, and its links lead to something`, () => {
      assert.match(document.html, /^<h1 /)
      const outsideCode = document.html
        .replaceAll(/<pre[^>]*>[^]*?<\/pre>/g, '')
        .replaceAll(/<code>[^]*?<\/code>/g, '')
      // What the renderer does not know would stand there as it was written.
      for (const raw of [/\]\(/, /<p>[#>|]/, /```/, /\*\*/, /<p>(?:-|\d+\.) /, /&lt;http/]) {
        assert.doesNotMatch(outsideCode, raw)
      }
      const addresses = [...document.html.matchAll(/<a (?:class="anchor" )?href="([^"]*)"/g)].map(
        ([, address = '']) => address,
      )
      for (const address of addresses.filter((one) => !one.startsWith('http'))) {
        const [path = '', anchor] = address.split('#')
        const target = path === '' ? document : documents.get(path.slice('/help/'.length))
        assert.ok(target, `${address} is no page`)
        if (anchor !== undefined) {
          assert.ok(
            target.sections.some((section) => section.anchor === anchor),
            `${address} is no heading`,
          )
        }
      }
    })
  }
  // The other chapters are about the API itself, about code, and about what an operator does in a shell.
  const titles = new Set([
    'Monitors',
    'Scripted checks',
    'Checks and results',
    'Alerts',
    'Publish',
    'People and access',
  ])
  const forPeople = chapters
    .filter(({ title }) => titles.has(title))
    .flatMap(({ documents: ofChapter }) => ofChapter)
  for (const { name, html } of forPeople) {
    test(`${name} speaks of what is on the screen before it speaks of the API`, () => {
      const [before = '', ...after] = html.split('<h2 id="with-the-api">')
      assert.equal(after.length, 1, 'there is a section "With the API"')
      assert.doesNotMatch(before, /\/v[12]\/|\$KEY/)
      // What a webhook sends and what a script calls are names that people write themselves.
      const [lead = ''] = before.split(
        /<h2 id="(?:webhooks|from-a-recording-to-a-check|writing-the-(?:script|project))">/,
      )
      const words = [...lead.matchAll(/<code>(\w+)(?:\.\w+)*<\/code>/g)].map(([, word = '']) => word)
      assert.deepEqual(
        words.filter((word) => /^[a-z]+[A-Z]/.test(word)),
        [],
      )
    })
  }
  test('is in one chapter', () => {
    const listed = chapters.flatMap((chapter) => chapter.documents.map(({ name }) => name))
    assert.deepEqual(listed.toSorted(), [...documents.keys()].toSorted())
  })
})

suite('search', () => {
  const search = (query: string) => searchHelp(help, wordsOf(query))
  const names = (query: string) => search(query).matches.map((match) => match.document.name)

  test('finds a page by its title first', () => assert.equal(names('Prometheus')[0], 'prometheus'))
  test('finds a setting by its name, and shows it', () => {
    const [first] = search('SMTP_URL').matches
    assert.ok(first?.excerpt.some((part) => part.isMatch && part.text === 'SMTP_URL'))
  })
  test('wants every word of a query', () => {
    for (const { document, section } of search('postgresql backup').matches) {
      const all = `${document.title} ${section.heading} ${section.text}`.toLowerCase()
      assert.ok(all.includes('postgresql') && all.includes('backup'))
    }
    assert.equal(search('postgresql backup').isPartial, false)
  })
  test('shows what has some of the words where nothing has all', () => {
    const { isPartial, matches } = search('prometheus qqqzzz')
    assert.ok(isPartial)
    assert.equal(matches[0]?.document.name, 'prometheus')
  })
  test('finds nothing for what is nowhere, and for no words', () => {
    assert.deepEqual(search('qqqzzz'), { matches: [], isPartial: false })
    assert.deepEqual(search('() [ *'), { matches: [], isPartial: false })
  })
  test('takes no longer than the length of the query says', () => {
    assertLinear(2_000, (size) => search('a.b:'.repeat(size)))
  })
})

forOneEngine('/help', (engine) => {
  const api = apiUnderTest(engine, { help: () => readHelp(folder) })
  const get = (path: string, headers: Record<string, string> = {}) =>
    api.call('GET', path, { ...anybody, headers })

  for (const path of ['/help', ...[...help.documents.keys()].map((name) => `/help/${name}`)]) {
    test(`answers ${path} to anybody`, async () => {
      const { status, headers, text } = await get(path)
      assert.equal(status, 200)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      )
      assert.doesNotMatch(text, /<script|<img| style=| on\w+=|<link[^>]*http/)
      for (const [, target = ''] of text.matchAll(/<a [^>]*href="\/help\/([^"#]*)/g)) {
        assert.ok(help.documents.has(target), `${path} links to ${target}`)
      }
    })
  }

  test('ends a question as one, also where it is cut', async () => {
    const { text } = await get('/help')
    assert.match(text, /Do several requests in a row work together\?</)
    assert.match(text, /A maintenance window covers a planned period of work\.</)
  })

  test('is sent again only when it has changed, and packed where that is understood', async () => {
    const { headers } = await get('/help/alerting')
    assert.equal(headers['cache-control'], 'no-cache')
    const again = await get('/help/alerting', { 'if-none-match': String(headers['etag']) })
    assert.deepEqual([again.status, again.text], [304, ''])
    const packed = await api.call('GET', '/help/alerting', {
      ...anybody,
      headers: { 'accept-encoding': 'gzip' },
    })
    assert.equal(packed.headers['content-encoding'], 'gzip')
  })

  test('searches', async () => {
    const { status, text } = await get('/help?q=second+factor')
    assert.equal(status, 200)
    assert.match(text, /<a href="\/help\/users#second-factor">/)
    assert.match(text, /<mark>second<\/mark>/i)
  })

  test('shows a hostile query as text', async () => {
    const hostile = '"><script>alert(1)</script><b onclick=x>'
    const { text } = await get(`/help?q=${encodeURIComponent(hostile)}`)
    assert.doesNotMatch(text, /<script|<b /)
    assert.match(text, /&quot;&gt;&lt;script&gt;alert\(1\)/)
  })

  for (const query of ['q=a&q=b', 'q[]=a', 'q=%00%ff', `q=${'x'.repeat(5000)}`, 'q=%E0%A4%A']) {
    test(`answers ${query.slice(0, 20)}`, async () => {
      const { status } = await get(`/help?${query}`)
      assert.ok(status === 200 || status === 400, String(status))
    })
  }

  for (const path of [
    '/help/none',
    '/help/../README',
    '/help/%2e%2e/README',
    '/help/monitors',
    '/help/web.md',
  ]) {
    test(`has a page for nothing at ${path}`, async () => {
      const { status, headers, text } = await get(path)
      assert.equal(status, 404)
      if (path.includes('..')) return
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.match(text, /Page not found/)
    })
  }

  test('tells the web interface every page with its headings', async () => {
    const { status, body } = await get('/help/contents.json')
    assert.equal(status, 200)
    const contents = body as {
      path: string
      title: string
      sections: { heading: string; anchor: string }[]
    }[]
    assert.equal(contents.length, help.documents.size)
    const alerting = contents.find(({ path }) => path === '/help/alerting')
    assert.ok(alerting?.sections.some(({ anchor }) => anchor === 'delivery'))
  })

  test('/help/ leads to /help', async () => {
    const { status, headers } = await get('/help/')
    assert.deepEqual([status, headers['location']], [301, '/help'])
  })
})
