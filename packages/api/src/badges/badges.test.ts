import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { badgeStyles, badgeThemes } from '@sonde/schema/checks/badge.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { setCheckStatus } from '../../testing/check-status.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import type { Answer } from '../../testing/http-client.ts'
import { makeGroup } from '../../testing/make-group.ts'
import { unknownId } from '../../testing/samples/operation-sample.ts'
import { storeResult } from '../../testing/store-result.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'
import { textWidth } from './text-width.ts'
import { visibleName } from './visible-name.ts'

const anybody = { key: null, account: null }

forOneEngine('badges', (engine) => {
  const api = apiUnderTest(engine)
  const badge = (path: string) => api.call('GET', `/v1/badges/${path}`, anybody)
  const switchBadges = (badgesEnabled: boolean) =>
    api.call('PATCH', '/v1/accounts/me/settings', { body: { badgesEnabled } })

  test('SA 48: the badge of a failing check says failing', async () => {
    await switchBadges(true)
    const id = await makeMonitor(api, { name: 'Shop' })
    await setCheckStatus(api, id, 'failed')
    const answer = await badge(`checks/${id}`)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-type'], 'image/svg+xml; charset=utf-8')
    assert.equal(answer.headers['cache-control'], 'public, max-age=60')
    assert.equal(answer.headers['cross-origin-resource-policy'], 'cross-origin')
    assert.deepEqual(textsOf(answer), ['Shop', 'failing'])
  })

  test('SA 48: with the switch of the account off, and for unknown ids, the answer is the same 404', async () => {
    await switchBadges(true)
    const [id, groupId] = [await makeMonitor(api), await makeGroup(api)]
    const unknown = await badge(`checks/${unknownId}`)
    const unknownGroup = await badge('groups/999999')
    await switchBadges(false)
    const answers = [unknown, unknownGroup, await badge(`checks/${id}`), await badge(`groups/${groupId}`)]
    for (const answer of answers) expectError(answer, 404)
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    expectInvalid(await badge('checks/abc'), 'params', ['checkId'])
  })

  test('badges are off until somebody switches them on', async () => {
    const account = await api.makeAccount(api.ownerId)
    const id = await makeMonitor(api, {}, { account })
    expectError(await badge(`checks/${id}`), 404)
  })

  test('SA 48: a name full of markup makes valid XML, and an unknown style is refused', async () => {
    await switchBadges(true)
    const id = await makeMonitor(api, { name: '<b>&' })
    const answer = await badge(`checks/${id}`)
    assert.deepEqual(textsOf(answer), ['<b>&', 'unknown'])
    expectInvalid(await badge(`checks/${id}?style=foo`), 'query', ['style'])
    expectInvalid(await badge(`checks/${id}?theme=foo`), 'query', ['theme'])
    expectInvalid(await badge(`checks/${id}?responseTime=maybe`), 'query', ['responseTime'])
  })

  test('every style and theme is valid XML without script, and its boxes hold their texts', async () => {
    await switchBadges(true)
    const names = ['Shop', '“Zoë” 🚀 名前 – \'quoted\' "twice" ]]> <!--', 'm'.repeat(80), '\u0001 \uFFFE odd']
    for (const name of names) {
      const id = await makeMonitor(api, { name })
      for (const style of badgeStyles) {
        for (const theme of badgeThemes) {
          const answer = await badge(`checks/${id}?style=${style}&theme=${theme}`)
          requireValidXml(answer.text)
          assert.doesNotMatch(answer.text, /<script|<style|<foreignObject|href|on\w+=/i)
          requireFittingTexts(answer.text, { isNameKnown: /^[ -~]*$/.test(name) })
        }
      }
    }
  })

  test('a long name is cut to 50 characters', async () => {
    await switchBadges(true)
    const id = await makeMonitor(api, { name: '🚀'.repeat(60) })
    const [name = ''] = textsOf(await badge(`checks/${id}`))
    assert.equal(Array.from(name).length, 50)
    assert.ok(name.endsWith('…'))
  })

  test('with responseTime, the rounded time of the last final result is told', async () => {
    await switchBadges(true)
    const id = await makeMonitor(api, { name: 'Shop' })
    assert.deepEqual(textsOf(await badge(`checks/${id}?responseTime=true`)), ['Shop', 'unknown'])
    await setCheckStatus(api, id, 'passed')
    const now = api.clock.now()
    await storeResult(api, id, { scheduledAt: now - 120_000, responseTime: 999 })
    await storeResult(api, id, { scheduledAt: now - 60_000, responseTime: 41.6 })
    await storeResult(api, id, { scheduledAt: now, responseTime: 7, isFinal: false, verdict: 'failed' })
    assert.deepEqual(textsOf(await badge(`checks/${id}?responseTime=true`)), ['Shop', 'passing | 42 ms'])
    assert.deepEqual(textsOf(await badge(`checks/${id}`)), ['Shop', 'passing'])
  })

  test('a check that is switched off, or whose group is, is inactive', async () => {
    await switchBadges(true)
    const id = await makeMonitor(api, { name: 'Off', activated: false })
    await setCheckStatus(api, id, 'failed')
    assert.deepEqual(textsOf(await badge(`checks/${id}`)), ['Off', 'inactive'])
    const groupId = await makeGroup(api, { activated: false })
    const grouped = await makeMonitor(api, { name: 'Grouped', groupId })
    assert.deepEqual(textsOf(await badge(`checks/${grouped}`)), ['Grouped', 'inactive'])
  })

  test('SA 49: a group shows the worst of its activated checks, and unknown when there is none', async () => {
    await switchBadges(true)
    const groupId = await makeGroup(api, { name: 'Group' })
    assert.deepEqual(textsOf(await badge(`groups/${groupId}`)), ['Group', 'unknown'])
    const members = { passed: 100, degraded: 300 } as const
    for (const status of ['passed', 'degraded'] as const) {
      const id = await makeMonitor(api, { groupId })
      await setCheckStatus(api, id, status)
      await storeResult(api, id, { responseTime: members[status] })
    }
    const off = await makeMonitor(api, { groupId, activated: false })
    await setCheckStatus(api, off, 'failed')
    await storeResult(api, off, { responseTime: 9_000 })
    assert.deepEqual(textsOf(await badge(`groups/${groupId}`)), ['Group', 'degraded'])
    const timed = await badge(`groups/${groupId}?responseTime=true`)
    assert.deepEqual(textsOf(timed), ['Group', 'degraded | 200 ms'])
  })

  test('what a client has already is not sent again', async () => {
    await switchBadges(true)
    const id = await makeMonitor(api)
    const etag = String((await badge(`checks/${id}`)).headers.etag)
    const again = await api.call('GET', `/v1/badges/checks/${id}`, {
      ...anybody,
      headers: { 'if-none-match': `"other", ${etag}` },
    })
    assert.equal(again.status, 304)
    assert.equal(again.text, '')
    await setCheckStatus(api, id, 'passed')
    const changed = await api.call('GET', `/v1/badges/checks/${id}`, {
      ...anybody,
      headers: { 'if-none-match': etag },
    })
    assert.equal(changed.status, 200)
  })
})

test('a name is cut between characters as people count them', () => {
  for (const character of ['e\u0301', '🇩🇪', '👩‍👩‍👧‍👦', '1️⃣', 'ש', '한', '🏴󠁧󠁢󠁥󠁮󠁧󠁿']) {
    assert.equal(visibleName(character.repeat(50)), character.repeat(50))
    assert.equal(visibleName(character.repeat(51)), `${character.repeat(49)}…`)
  }
  assert.equal(visibleName(`z${'\u0335'.repeat(100)}!`), `z${'\u0335'.repeat(8)}!`)
})

test('no name turns the text of the badge around, and a name that nobody sees is "check"', () => {
  assert.equal(visibleName('a\u202Egnissap\u2066\u200F'), 'agnissap')
  for (const name of [
    '',
    ' \u00A0\u2003',
    '\u200B\uFEFF',
    '\u202E\u2069',
    '\u3164',
    '\uFE0F\u200D',
    '\u2800',
  ]) {
    assert.equal(visibleName(name), 'check', JSON.stringify(name))
  }
})

test('marks, joiners and selectors take no room, and a picture takes that of one', () => {
  const widths = (names: readonly string[]) => names.map((name) => textWidth(name))
  assert.deepEqual(widths(['é', 'e\u0301', 'e\u200D', 'e\u200B', 'e\u202E']), Array(5).fill(textWidth('e')))
  const pictures = ['🚀', '🇩🇪', '👩‍👩‍👧‍👦', '❤️', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👍🏽']
  assert.deepEqual(widths(pictures), Array(pictures.length).fill(14.3))
  assert.deepEqual(widths(['한', '한'.normalize('NFD')]), [11, 11])
  assert.equal(textWidth('שָׁלוֹם'), textWidth('שלום'))
})

test('the width of a text is that of its letters', () => {
  assert.equal(textWidth(''), 0)
  assert.ok(Math.abs(textWidth('passing') - 41.756) < 0.01)
  assert.ok(textWidth('W') > textWidth('i'))
  assert.equal(textWidth('名'), 11)
})

function textsOf({ text }: Answer): string[] {
  requireValidXml(text)
  return [...text.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, inner = '']) =>
    inner.replaceAll(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string) =>
      code === undefined
        ? (entities[name] ?? `an unknown entity ${name}`)
        : String.fromCodePoint(Number(code)),
    ),
  )
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function requireValidXml(svg: string): void {
  const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', '-'], {
    input: svg,
    encoding: 'utf8',
  })
  assert.equal(status, 0, `${stderr}\n${svg}`)
}

/** Each text whose width is known is held to it, and that is inside its box. */
function requireFittingTexts(svg: string, { isNameKnown }: { isNameKnown: boolean }): void {
  const width = Number(/<svg [^>]*\bwidth="([\d.]+)"/.exec(svg)?.[1])
  const starts = [...svg.matchAll(/<rect x="([\d.]+)" width/g)].map(([, x]) => Number(x))
  const spans = [...svg.matchAll(/<text x="([\d.]+)"[^>]*textLength="([\d.]+)"/g)].map(
    ([, middle, length]) => ({
      from: Number(middle) - Number(length) / 2,
      to: Number(middle) + Number(length) / 2,
    }),
  )
  assert.equal(spans.length, isNameKnown ? 2 : 1, svg)
  const right = spans.at(-1)
  assert.ok(right && right.from >= (starts[0] ?? 0) + 5 && right.to <= width - 5, svg)
  const left = isNameKnown ? spans[0] : undefined
  if (left) assert.ok(left.from >= 5 && left.to + 10 <= right.from, svg)
}
