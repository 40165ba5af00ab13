import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { someAlert, someDigest, someNotice } from '../../testing/some-event.ts'
import { CannotSend } from '../cannot-send.ts'
import { eventVariables, variableNames } from './event-variables.ts'
import { renderJsonBody } from './json-body.ts'
import { templateMistakes } from './parse-template.ts'
import type { RenderOptions } from './render-template.ts'
import type { Value } from './template-tree.ts'
import { createTemplates } from './templates.ts'

const templates = createTemplates()

function options(rest: Partial<RenderOptions> = {}): RenderOptions {
  return {
    variables: eventVariables(someAlert(), 'event'),
    ownVariables: new Map(),
    escape: (text) => text,
    isStrict: false,
    raisedAt: Date.parse('2026-03-01T10:00:02.500Z'),
    seed: 'seed',
    ...rest,
  }
}

function render(text: string, variables: Readonly<Record<string, Value>> = {}): string {
  const all = new Map([...eventVariables(someAlert(), 'event'), ...Object.entries(variables)])
  return templates.render(text, options({ variables: all })).text
}

const cases: readonly [template: string, expected: string, variables?: Readonly<Record<string, Value>>][] = [
  // Variables and the syntax of Handlebars.
  ['{{CHECK_NAME}} in {{ RUN_LOCATION }}', 'Checkout in Ireland'],
  ['{{! a comment }}{{!-- another }} --}}x', 'x'],
  ['a\n  {{~ CHECK_NAME ~}}  \nb', 'aCheckoutb'],
  ['\\{{CHECK_NAME}}', '{{CHECK_NAME}}'],
  ['{{NOTHING}}{{NOTHING.more}}', ''],
  ['{{#if NOTHING}}a{{else if CHECK_NAME}}b{{else}}c{{/if}}', 'b'],
  ['{{#if TAGS}}a{{/if}}{{#if FAILED}}b{{else}}c{{/if}}', 'ac', { FAILED: [] }],
  ['{{#unless GROUP_NAME}}none{{else}}{{GROUP_NAME}}{{/unless}}', 'Shop'],
  ['{{^NOTHING}}empty{{/NOTHING}}', 'empty'],
  ['{{#each TAGS}}{{@index}}={{this}}{{#unless @last}};{{/unless}}{{/each}}', '0=team:shop;1=prod'],
  [
    '{{#each TAGS as |tag number|}}{{number}}{{tag}}{{../CHECK_NAME}}{{@root.REGION}} {{/each}}',
    '0team:shopCheckouteu-west-1 1prodCheckouteu-west-1 ',
  ],
  ['{{#TAGS}}[{{.}}]{{/TAGS}}', '[team:shop][prod]'],
  ['{{#with RUN_LOCATION}}{{this}}{{/with}}', 'Ireland'],
  ['{{#each NOTHING}}a{{else}}none{{/each}}', 'none'],
  ['{{TAGS.length}} {{TAGS.[1]}} {{lookup TAGS 0}}', '2 prod team:shop'],
  ['{{TAGS}}', 'team:shop,prod'],
  ['{{markdown a}}', '\\[l\\](http://evil) \\*\\*b\\*\\*', { a: '[l](http://evil) **b**' }],
  ['{{markdown a}}', 'snake_case \\_it\\_ \\\\ \\<@1\\>', { a: 'snake_case _it_ \\ <@1>' }],
  ['{{markdown a}}', '\\# h\n  \\- i\n1\\. j #4 -1', { a: '# h\n  - i\n1. j #4 -1' }],
  ['{{IS_REMINDER}} {{REMINDER_SEQUENCE}}', 'false 0'],
  ['{{{CHECK_NAME}}}{{&CHECK_NAME}}', 'CheckoutCheckout'],
  // Comparisons, as blocks and as values.
  ['{{#eq ALERT_TYPE "ALERT_FAILURE"}}yes{{else}}no{{/eq}}', 'yes'],
  ['{{#eq a 1}}yes{{else eq a "1"}}text{{else}}no{{/eq}}', 'text', { a: '1' }],
  ['{{#is a 1}}yes{{/is}}{{#isnt a 2}}yes{{/isnt}}', 'yesyes', { a: '1' }],
  [
    '{{#gt RESPONSE_TIME 100}}slow{{/gt}}{{#gte 2 2}}a{{/gte}}{{#lt 1 "2"}}b{{/lt}}{{#lte 3 2}}c{{/lte}}',
    'slowab',
  ],
  ['{{#gt NOTHING 1}}a{{else}}b{{/gt}}{{#lt NOTHING 1}}a{{else}}b{{/lt}}', 'bb'],
  ['{{#compare RESPONSE_TIME ">" 100}}slow{{/compare}}{{#compare "a" "==" "a"}}same{{/compare}}', 'slowsame'],
  [
    '{{#and a b}}x{{else}}y{{/and}}{{#or a b}}x{{/or}}{{#neither a b}}x{{else}}y{{/neither}}',
    'yxy',
    { a: 1, b: 0 },
  ],
  [
    '{{#not a}}x{{/not}}{{#isTruthy a}}x{{else}}y{{/isTruthy}}{{#isFalsey a}}z{{/isFalsey}}',
    'xyz',
    { a: '' },
  ],
  [
    '{{#contains TAGS "prod"}}a{{/contains}}{{#contains CHECK_NAME "eck"}}b{{/contains}}{{#has TAGS "x"}}c{{else}}d{{/has}}',
    'abd',
  ],
  [
    '{{#ifEven 2}}a{{/ifEven}}{{#ifOdd 3}}b{{/ifOdd}}{{#ifNth 3 6}}c{{/ifNth}}{{#ifNth 0 6}}d{{else}}e{{/ifNth}}',
    'abce',
  ],
  [
    '{{#unlessEq 1 2}}a{{/unlessEq}}{{#unlessGt 1 2}}b{{/unlessGt}}{{#unlessGteq 2 2}}c{{/unlessGteq}}{{#unlessLt 1 2}}d{{/unlessLt}}{{#unlessLteq 3 2}}e{{/unlessLteq}}',
    'abe',
  ],
  ['{{#if (and (eq ALERT_CLASS "failure") (contains TAGS "prod"))}}page{{/if}}', 'page'],
  // Texts and times.
  ['{{default NOTHING "-"}} {{default GROUP_NAME "-"}}', '- Shop'],
  ['{{tagValue TAGS "team" "UNKNOWN"}} {{tagValue TAGS "tier" "UNKNOWN"}}', 'shop UNKNOWN'],
  ['{{#startsWith "Che" CHECK_NAME}}a{{/startsWith}}{{#startsWith "x" CHECK_NAME}}b{{/startsWith}}', 'a'],
  ['{{replace CHECK_NAME "out" "in"}} {{#each (split "a,b" ",")}}<{{this}}>{{/each}}', 'Checkin <a><b>'],
  ['{{truncate CHECK_NAME 5}}', 'Ch...'],
  [
    '{{year}} {{date STARTED_AT "YYYY-MM-DD HH:mm:ss"}} {{moment STARTED_AT "X"}} {{date "dddd [at] h A"}}',
    '2026 2026-03-01 10:00:00 1772359200 Sunday at 10 AM',
  ],
  ['{{date STARTED_AT}} {{date NOTHING "YYYY"}}|', 'March 01, 2026 |'],
]

for (const [template, expected, variables] of cases) {
  test(`${JSON.stringify(template)} renders as written`, () => {
    assert.equal(templateMistakes(template), null)
    assert.equal(render(template, variables), expected)
  })
}

test('a random value is the same on every try, and another one at every place', () => {
  const [first, second] = [render('{{$UUID}} {{$UUID}}'), render('{{$UUID}} {{$UUID}}')]
  assert.equal(first, second)
  const [a = '', b = ''] = first.split(' ')
  assert.match(a, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.notEqual(a, b)
  const number = Number(render('{{$RANDOM_NUMBER}}'))
  assert.ok(Number.isInteger(number) && number >= 0 && number <= 10_000)
})

test('a variable of the event goes before one of the account with the same name', () => {
  const ownVariables = new Map([
    ['CHECK_NAME', 'mine'],
    ['TOKEN', 'secret-1'],
  ])
  const rendered = templates.render('{{CHECK_NAME}} {{TOKEN}}', options({ ownVariables }))
  assert.deepEqual(rendered, { text: 'Checkout secret-1', ownValues: ['secret-1'] })
})

test('a variable of the account is noted whatever name a block gives to what holds it', () => {
  const ownVariables = new Map([['TOKEN', 'secret-1']])
  for (const template of [
    '{{#with this as |r|}}{{r.TOKEN}}{{/with}}',
    '{{#with @root as |r|}}{{#with r as |s|}}{{s.TOKEN}}{{/with}}{{/with}}',
    '{{#each TAGS as |tag|}}{{#with ../this as |r|}}{{r.TOKEN}}{{/with}}{{/each}}',
  ]) {
    const { ownValues } = templates.render(template, options({ ownVariables }))
    assert.deepEqual(ownValues, ['secret-1'], template)
  }
})

test('alerting case 51: strictly rendered, a variable that does not exist ends it by its name', () => {
  const strict = options({ isStrict: true, ownVariables: new Map([['KEY', 'k']]) })
  for (const template of [
    '{{TOKEN}}',
    'a{{#each TAGS}}{{../TOKEN}}{{/each}}',
    '{{@root.TOKEN}}',
    '{{lookup @root "TOKEN"}}',
    '{{#with @root}}{{TOKEN}}{{/with}}',
    '{{#with this as |r|}}{{r.TOKEN}}{{/with}}',
    '{{replace TOKEN "a" "b"}}',
  ]) {
    assert.throws(
      () => templates.render(template, strict),
      new CannotSend('unknown variable TOKEN'),
      template,
    )
  }
  const fine = '{{KEY}}{{SSL_CHECK_DOMAIN}}{{#if TOKEN}}x{{/if}}{{default TOKEN "-"}}'
  assert.equal(templates.render(fine, strict).text, 'k-')
})

test('every variable exists for every kind of event', () => {
  const template = variableNames.map((name) => `{{${name}}}`).join('')
  for (const event of [
    someAlert(),
    someAlert({ result: null, ssl: { domain: 'a.example', daysRemaining: 3 } }),
    someDigest(),
    someNotice,
  ]) {
    const variables = eventVariables(event, 'event')
    templates.render(template, options({ variables, isStrict: true }))
  }
})

test('a template can tell an alert from a digest and a notice', () => {
  const kinds = [someAlert(), someDigest(), someNotice].map((event) => {
    const variables = eventVariables(event, 'event')
    return templates.render('{{EVENT_KIND}} {{ALERT_TYPE}}', options({ variables })).text
  })
  assert.deepEqual(kinds, ['alert ALERT_FAILURE', 'digest ALERT_FAILURE', 'notice ALERT_DEGRADED'])
})

test('a template can say what fails, since when, and for how long', () => {
  const template =
    '{{CHECK_TARGET}} {{FAILING_SINCE}} {{EPISODE_SECONDS}} {{EPISODE_DURATION}} {{RESPONSE_TIME_TEXT}}'
  const text = (event: Parameters<typeof eventVariables>[0]) =>
    templates.render(template, options({ variables: eventVariables(event, 'event') })).text
  assert.equal(text(someAlert()), 'shop.example.com 2026-03-01T09:58:00.000Z 122 2 min 2 s 123 ms')
  // The recovery counts to the run that passed, and not to when its result came in.
  const recovery = someAlert({ alertType: 'ALERT_RECOVERY', result: { responseTime: 0.012 } })
  assert.equal(text(recovery), 'shop.example.com 2026-03-01T09:58:00.000Z 120 2 min 0.012 ms')
  const ssl = someAlert({
    alertType: 'ALERT_SSL',
    result: null,
    ssl: { domain: 'a.example', daysRemaining: 3 },
  })
  assert.equal(text(ssl).trim(), 'shop.example.com')
})

const mistakes: readonly [template: string, expected: RegExp][] = [
  ['{{#if A}}', /does not parse: {{#if A}} of line 1 is not closed: {{\/if}} is missing$/],
  ['a\n{{#if A}}\n{{#each TAGS}}x{{/each}}\n', /{{#if A}} of line 2 is not closed/],
  [
    '{{#if A}}\n{{#each TAGS}}\n{{/if}}',
    /{{\/if}} of line 3 closes {{#each TAGS}} of line 2, which needs {{\/each}}$/,
  ],
  ['{{A}}\n{{/if}}', /{{\/if}} of line 2 has no block to close$/],
  ['{{!-- {{#if A}} --}}\n{{! {{#if B}}\n{{^if C}}', /{{\^if C}} of line 3 is not closed/],
  ['{{#if A}}{{B', /{{B of line 1 has no "}}" that ends it$/],
  ['{{#if A}}{{/if}}{{A B=}}', /does not parse: Parse error on line 1/],
  ['{"a":{"b":{{A}}}}', /put a space between "}}" and the next "}"/],
  ['{"a":{{A}}}', /near ".*"; put a space between "}}" and the next "}"/],
  ['{{A', /does not parse/],
  ['{{#if A}}{{/unless}}', /{{\/unless}} of line 1 closes {{#if A}} of line 1, which needs {{\/if}}/],
  ['{{> partial}}', /partials/],
  ['{{#> layout}}{{/layout}}', /partials/],
  ['{{* decorator}}', /partials/],
  ['{{unknown A}}', /there is no helper "unknown"/],
  ['{{#if (unknown)}}{{/if}}', /there is no helper "unknown"/],
  ['{{readFile "/etc/passwd"}}', /there is no helper/],
  ['{{if A}}', /"if" is a block/],
  ['{{#if}}{{/if}}', /takes one argument/],
  [`${'{{#if A}}'.repeat(200)}${'{{/if}}'.repeat(200)}`, /deeper than 100/],
  [`${'{{#if A}}'.repeat(4_000)}${'{{/if}}'.repeat(4_000)}`, /more than 2000 tags/],
  [`{{#if A}}${'{{else if A}}'.repeat(200)}{{/if}}`, /deeper than 100/],
  ['{{A}}'.repeat(2_001), /more than 2000 tags/],
  [`{{A ${'B '.repeat(3_000)}}}`, /more than 4096 characters/],
  [`{{#if ${'(not '.repeat(200)}A${')'.repeat(200)}}}{{/if}}`, /deeper than 100/],
  ['x'.repeat(64 * 1024 + 1), /larger than 64 KB/],
]

for (const [template, expected] of mistakes) {
  test(`${JSON.stringify(template.slice(0, 40))} is refused when it is saved`, () => {
    const mistake = templateMistakes(template)
    assert.match(mistake ?? '', expected)
    assert.ok(!(mistake ?? '').includes('\n'))
    assert.throws(() => templates.render(`{{CHECK_NAME}}${template}`, options()), CannotSend)
  })
}

test('nothing beyond the data can be reached', () => {
  const names = [
    'constructor',
    '__proto__',
    'prototype',
    'toString',
    'hasOwnProperty',
    '__defineGetter__',
    'valueOf',
  ]
  for (const name of names) {
    const template = `{{${name}}}{{CHECK_NAME.${name}}}{{TAGS.${name}}}{{@root.${name}}}{{lookup @root "${name}"}}{{lookup TAGS "${name}"}}{{#with ${name}}}x{{/with}}{{${name}.${name}}}{{#each (lookup TAGS "${name}")}}x{{/each}}`
    assert.equal(render(template), '', name)
  }
  assert.equal(
    render('{{#with "s" as |string|}}{{#with (lookup string "sub")}}{{constructor}}{{/with}}{{/with}}'),
    '',
  )
  assert.equal(render('{{#each @root}}{{@key}}={{this}}{{/each}}'), '')
})

const attacks: readonly string[] = [
  `${'{{#each (split @root.TEN ",")}}'.repeat(12)}${'{{/each}}'.repeat(12)}`,
  `${'{{#each @root.TAGS}}'.repeat(60)}x${'{{/each}}'.repeat(60)}`,
  '{{#each (split BIG "")}}{{#each (split @root.BIG "")}}{{/each}}{{/each}}',
  '{{replace (replace (replace BIG "a" BIG) "a" BIG) "a" BIG}}',
  `${'{{BIG}}'.repeat(20)}`,
  '{{#each (split BIG "")}}{{../BIG}}{{/each}}',
]

for (const template of attacks) {
  test(`${JSON.stringify(template.slice(0, 50))} ends, and without an output`, () => {
    const variables = { TEN: '1,2,3,4,5,6,7,8,9,10', BIG: 'a'.repeat(20_000) }
    // Without a limit it would go on for years, or until memory is out.
    assert.throws(() => render(template, variables), CannotSend)
  })
}

test('alerting case 50: whatever a check is called and however it fails, a JSON body stays JSON', () => {
  const template = `{ "name": "{{CHECK_NAME}}", "error": "{{CHECK_ERROR_MESSAGE}}", "time": {{RESPONSE_TIME}}, "tags": [{{#each TAGS}}"{{this}}"{{#unless @last}},{{/unless}}{{/each}}] }`
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constant('a"b<c'),
    fc.constant('two\nlines\\'),
  )
  fc.assert(
    fc.property(
      text,
      fc.option(text),
      fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
      fc.array(text),
      (name, error, responseTime, tags) => {
        const event = someAlert({ check: { name, tags }, result: { error, responseTime } })
        const { escape: _none, ...rest } = options({ variables: eventVariables(event, 'event') })
        const body: unknown = JSON.parse(renderJsonBody(templates, template, rest).text)
        assert.deepEqual(body, {
          name,
          error: error ?? '',
          time: responseTime === 0 ? 0 : responseTime,
          tags,
        })
      },
    ),
  )
})

test('a body that is no JSON even so is sent as it is written', () => {
  const { escape: _none, ...rest } = options()
  assert.equal(renderJsonBody(templates, '[{{NOTHING}},{{CHECK_NAME}}', rest).text, '[,Checkout')
  assert.equal(
    renderJsonBody(templates, '{"a": {{{RAW}}} }', { ...rest, ownVariables: new Map([['RAW', '{"b":[1]}']]) })
      .text,
    '{"a": {"b":[1]} }',
  )
})
