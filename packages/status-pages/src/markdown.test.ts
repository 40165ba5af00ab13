import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { assertLinear } from '@sonde/ground/testing/growth.ts'
import * as fc from 'fast-check'
import { markdownHtml } from '@sonde/ground/markdown-html.ts'

suite('what people write about incidents', () => {
  const cases: [string, string][] = [
    ['One line', '<p>One line</p>'],
    ['One\ntwo\n\nthree\r\nfour', '<p>One<br>two</p><p>three<br>four</p>'],
    ['by **02:40 UTC** or *later*', '<p>by <strong>02:40 UTC</strong> or <em>later</em></p>'],
    ['__so__ and _so_', '<p><strong>so</strong> and <em>so</em></p>'],
    ['run `rm -rf **`', '<p>run <code>rm -rf **</code></p>'],
    [
      'see [the **report**](https://example.com/a?b=1&c=2)',
      '<p>see <a href="https://example.com/a?b=1&amp;c=2" rel="nofollow noopener">the <strong>report</strong></a></p>',
    ],
    [
      '[mail](mailto:ops@example.com)',
      '<p><a href="mailto:ops@example.com" rel="nofollow noopener">mail</a></p>',
    ],
    [
      'We see:\n- Cards fail\n- **Refunds** work\n\nMore soon',
      '<p>We see:</p><ul><li>Cards fail</li><li><strong>Refunds</strong> work</li></ul><p>More soon</p>',
    ],
    ['1. one\n2) two', '<ol><li>one</li><li>two</li></ol>'],
    // What looks like it and is not.
    ['2 * 3 * 4 and snake_case_name', '<p>2 * 3 * 4 and snake_case_name</p>'],
    ['**open and *half', '<p>**open and *half</p>'],
    ['\\*as it is\\*', '<p>*as it is*</p>'],
    ['# No heading', '<p># No heading</p>'],
    ['', ''],
    // Hostile.
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['**<img src=x onerror=alert(1)>**', '<p><strong>&lt;img src=x onerror=alert(1)&gt;</strong></p>'],
    ['`</code><b>`', '<p><code>&lt;/code&gt;&lt;b&gt;</code></p>'],
    ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
    ['[x](JavaScript:void)', '<p>[x](JavaScript:void)</p>'],
    ['[x](data:text/html,a)', '<p>[x](data:text/html,a)</p>'],
    ['[x](//example.com)', '<p>[x](//example.com)</p>'],
    ['[x](/admin)', '<p>[x](/admin)</p>'],
    ['[x](https://)', '<p>[x](https://)</p>'],
    [
      '[x](https://a.example/"onclick="alert`1`)',
      '<p><a href="https://a.example/&quot;onclick=&quot;alert`1`" rel="nofollow noopener">x</a></p>',
    ],
    [
      '![x](https://a.example/p.png)',
      '<p>!<a href="https://a.example/p.png" rel="nofollow noopener">x</a></p>',
    ],
    ['a\u0000b', '<p>a\uFFFDb</p>'],
  ]
  for (const [text, html] of cases) {
    test(JSON.stringify(text), () => assert.equal(markdownHtml(text), html))
  }

  test('whatever it is, only these elements come out, each closed, and links lead where they may', () => {
    const pieces = fc.constantFrom(
      '**',
      '*',
      '_',
      '__',
      '`',
      '[',
      ']',
      '(',
      ')',
      '](',
      '<b>',
      '"',
      "'",
      '\\',
      '\n',
      '\n\n',
      '- ',
      '1. ',
      'javascript:a',
      'https://a.example',
      'mailto:a@b.c',
      'word',
      ' ',
      '&lt;',
      '\uD800',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const html = markdownHtml(parts.join(''))
        const open: string[] = []
        const rest = html.replaceAll(
          /<(\/?)(\w+)([^<>]*)>/g,
          (_, slash: string, name: string, more: string) => {
            assert.match(name, /^(p|br|ul|ol|li|strong|em|code|a)$/)
            if (slash === '/') assert.equal(open.pop(), name)
            else if (name !== 'br') open.push(name)
            if (name === 'a' && slash === '') {
              assert.match(more, /^ href="(https?:\/\/|mailto:)[^"<>\s]*" rel="nofollow noopener"$/i)
            } else assert.equal(more, '')
            return ''
          },
        )
        assert.deepEqual(open, [])
        assert.doesNotMatch(rest, /[<>]/)
      }),
    )
  })

  for (const piece of ['**a ', '*a', '[', '[a](', '[a](b', '`a', '_a ', '__', '\\', '- a\n', '**_`[']) {
    test(`${JSON.stringify(piece)} without end takes no longer than its length says`, () => {
      assertLinear(4_000, (size) => markdownHtml(piece.repeat(size)))
    })
  }
})
