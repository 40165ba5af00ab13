import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '@sonde/ground/testing/growth.ts'
import { tokensOf } from './css-tokens.ts'
import { harmlessCss } from './custom-css.ts'

test('an ordinary style comes through as it is', () => {
  const css = `.check__result--passing { color: #0a0; margin: 0 auto }
@media (width < 600px) { .header > h1::before { content: "→"; width: calc(100% - 2rem) } }
@keyframes pulse { from { opacity: 0 } to { opacity: 1 } }`
  assert.equal(harmlessCss(css), css)
})

test('images by https stay, everything else that could be loaded goes', () => {
  const kept = '.header{background:url("https://example.com/a.png")}'
  assert.equal(harmlessCss(kept), kept)
  assert.equal(harmlessCss('.header{background:url(  https://example.com/a.png )}'), kept)
  assert.equal(harmlessCss(".header{background:url('https://example.com/a.png' )}"), kept)
  for (const value of [
    'url(http://example.com/a.png)',
    'url(//example.com/a.png)',
    'url(javascript:alert(1))',
    'url("data:image/svg+xml,<svg>")',
    'u\\72l(http://example.com/a.png)',
    'URL(ftp://x)',
    'url(https://example.com/a"b)',
    'image-set("http://example.com/a.png" 1x)',
    '-webkit-image-set(url(http://x) 1x)',
    'src("http://example.com/a")',
    'expression(alert(1))',
    'e\\78pression(alert(1))',
  ]) {
    const safe = harmlessCss(`.a{background:${value};color:red}`)
    assert.doesNotMatch(safe, /example|javascript|alert|ftp|data:|http:/i, value)
    assert.match(safe, /^\.a\{background:none/, value)
  }
})

test('no rule loads another style or a font, however it is spelt', () => {
  for (const rule of [
    '@import "http://example.com/a.css";',
    '@import url(https://example.com/a.css);',
    '@\\69mport "https://example.com/a.css";',
    '@IMPORT "https://example.com/a.css" ;',
    '@font-face { font-family: x; src: url(https://example.com/a.woff) }',
    '@charset "utf-8";',
    '@namespace "http://example.com/";',
    '@import "a;b";',
    '@/**/import "https://example.com/a.css";',
  ]) {
    const safe = harmlessCss(`${rule}.a{color:red}`)
    assert.doesNotMatch(safe, /example|import|font-face|charset|namespace/i, `${rule}: ${safe}`)
    assert.ok(safe.endsWith('.a{color:red}'), `${rule}: ${safe}`)
  }
})

test('no text ends the element, or begins a comment of the page', () => {
  for (const css of [
    '</style><script>alert(1)</script>',
    '.a{content:"</style><script>"}',
    ".a{content:'</STYLE>'}",
    '.a{content:"\\3c/style>"}',
    '/* </style> */ .a{}',
    '<!-- .a{} -->',
    '.a{content:"a\n</style>',
    '.\\3c\\2fstyle\\3e{color:red}',
    '@media </style> {}',
    '.a{background:url("https://x/</style>")}',
  ]) {
    assert.doesNotMatch(harmlessCss(css), /<[/!a-z]/i, css)
  }
})

test('what ran programs in browsers of old is removed', () => {
  const safe = harmlessCss('.a{behavior:url(a.htc);-moz-binding:url(x);-\\6doz-binding:url(y)}')
  assert.doesNotMatch(safe, /behavior|binding/)
})

test('what is cut off, or odd, comes to an end', () => {
  for (const css of [
    '"',
    "'a\\",
    'url(',
    'url("',
    '@',
    '@media',
    '\\',
    '.a{color:\\',
    '/*',
    '((((',
    'a('.repeat(50),
  ]) {
    assert.equal(typeof harmlessCss(css), 'string')
  }
  const long = harmlessCss(`${'a{b:c}'.repeat(8_000)}`)
  assert.equal(long.length, 48_000)
})

test('what is dropped never joins what stood on its two sides', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['ur/**/l(http://x)', 'ur/**/l(http://x)'],
    ['ur<l(http://x)', 'ur< l(http://x)'],
    ['u@x;rl(http://x)', 'u rl(http://x)'],
    ['u@x{}rl(http://x)', 'u rl(http://x)'],
    ['ur<!--l(http://x)', 'ur l(http://x)'],
    ['image-se<t("x")', 'image-se< t("x")'],
    ['image-se/**/t("x")', 'image-se/**/t("x")'],
    ['ur\0l(x)', 'ur\uFFFDl(x)'],
    ['ur\\\nl(x)', 'ur \nl(x)'],
    ['ur"\nl(x)', 'ur \nl(x)'],
    ['url(http://x)l(y)', 'none l(y)'],
    ['@imp/**/ort "x";', ' '],
    ['</sty/**/le>', '< /sty/**/le>'],
    ['<@x;/style>', '<  /style>'],
  ]
  for (const [css, expected] of cases) assert.equal(harmlessCss(css), expected, css)
})

test('an honest style means the same afterwards', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['.a{margin:0/**/auto}', '.a{margin:0/**/auto}'],
    ['.a{margin:0/* none */auto}', '.a{margin:0/**/auto}'],
    ['.a/* and */.b{}', '.a/**/.b{}'],
    ['.\\31 0{}', '.\\31 0{}'],
    ['.\\31\\30{}', '.\\31 0{}'],
    ['.-\\31{}', '.-\\31 {}'],
    ['.\\-{}', '.\\2d {}'],
    ['#\\31 0{color:#10a}', '#\\31 0{color:#10a}'],
    ['.md\\:flex{}', '.md\\3a flex{}'],
    ['.a{fill:url(#x)}', '.a{fill:url("#x")}'],
    ["._{clip-path:url( '#y' )}", '._{clip-path:url("#y")}'],
    ['.a{width:1.5e3px;margin:-.5em +2%}', '.a{width:1.5e3px;margin:-.5em +2%}'],
    ['.a{width:1\\65 3}', '.a{width:1\\65 3}'],
    ['@media (400px<width<=60rem){}', '@media (400px< width<=60rem){}'],
    [':is(a,b)>c~d+e||f[g|="h" i]{--x:{a:b}}', ':is(a,b)>c~d+e||f[g|="h" i]{--x:{a:b}}'],
    ['.a{color:red!important;content:"\\201c"}', '.a{color:red!important;content:"\u201c"}'],
    ['.a{}@font-face{src:url(x)}.b{}', '.a{} .b{}'],
  ]
  for (const [css, expected] of cases) assert.equal(harmlessCss(css), expected, css)
})

test('whatever is thrown together, a browser finds nothing in it that loads', () => {
  const words = 'u r l url src image-set import style http://x https://x 1 e3 é 🚀 </style> <!-- -->'
  const marks = String.raw`( ) { } [ ] ; : @ < > ! -- / * /**/ /* */ " ' \ \n # . - %`
  const pieces = [...words.split(' '), ...marks.split(' '), '\\75 ', '\n', ' ', '\0']
  let seed = 7
  const pick = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return pieces[Math.floor((seed / 2_147_483_648) * pieces.length)] ?? ''
  }
  for (let round = 0; round < 20_000; round += 1) {
    const css = Array.from({ length: 12 }, pick).join('')
    const safe = harmlessCss(css)
    assert.doesNotMatch(safe, /<[/!a-z]/i, css)
    assert.equal(harmlessCss(safe), safe, css)
    const tokens = tokensOf(safe)
    for (const [index, token] of tokens.entries()) {
      const shown = `${css} -> ${safe}`
      if (token.kind === 'at') assert.doesNotMatch(token.value, /import/i, shown)
      if (token.kind !== 'function') continue
      assert.doesNotMatch(token.value, /^(?:src|image-set)$/i, shown)
      const after = tokens[index + 1]
      if (token.value !== 'url') continue
      assert.ok(after?.kind === 'string' && /^(?:https:\/\/|#)/.test(after.value), shown)
    }
    assert.ok(!tokens.some(({ kind }) => kind === 'url' || kind === 'bad-url'), `${css} -> ${safe}`)
  }
})

test('the time to read a style of the greatest length, however odd, grows with its length and no faster', () => {
  for (const piece of ['\\1111111', 'url(\\111111', 'a(', '/*', '"\\', '@x{', '\\', 'url( ', '<']) {
    assertLinear(6_250, (length) => void harmlessCss(piece.repeat(length / piece.length) + '"'))
  }
})
