import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { joinLongTexts, splitLongTexts } from './long-texts.ts'

const places = [
  { path: ['request', 'data'] },
  { path: ['response', 'body'], cut: { flag: 'bodyTruncated', size: 'bodySize' } },
]
const long = 'é'.repeat(5_000)

function detailWith(data: string, response: object) {
  return { request: { data, method: 'POST' }, response: { status: 200, ...response } }
}

suite('long texts of a detail', () => {
  test('short ones stay where they are', () => {
    const detail = detailWith('x', { body: 'é'.repeat(4_096), bodySize: 8_192 })
    assert.deepEqual(splitLongTexts(places, detail), { detail, longTexts: null })
    assert.deepEqual(splitLongTexts(places, null), { detail: null, longTexts: null })
  })

  test('of long ones the beginning stays, and says that it is one; together they are the whole again', () => {
    const detail = detailWith(long, { body: long, bodySize: 10_000 })
    const { detail: short, longTexts } = splitLongTexts(places, detail)
    const beginning = 'é'.repeat(4_096)
    const cut = { body: beginning, bodySize: 10_000, bodyTruncated: true }
    assert.deepEqual(short, detailWith(beginning, cut))
    assert.deepEqual(longTexts, { 'request.data': long, 'response.body': long })
    assert.deepEqual(joinLongTexts(places, short, longTexts ?? {}), detail)
  })

  test('one that was cut before stays marked as cut', () => {
    const detail = detailWith('', { body: long, bodySize: 1_000_000, bodyTruncated: true })
    const { detail: short, longTexts } = splitLongTexts(places, detail)
    assert.deepEqual(joinLongTexts(places, short, longTexts ?? {}), detail)
  })

  test('a long list is all beside the result, and a short one all in it', () => {
    const listPlaces = [{ path: ['jobLog'], isList: true }] as const
    const longLog = { setup: [{ time: 1, msg: long }] }
    const { detail, longTexts } = splitLongTexts(listPlaces, { jobLog: longLog, status: 200 })
    assert.deepEqual(detail, { jobLog: null, status: 200 })
    assert.deepEqual(joinLongTexts(listPlaces, detail, longTexts ?? {}), { jobLog: longLog, status: 200 })
    const short = { jobLog: { setup: [] }, status: 200 }
    assert.deepEqual(splitLongTexts(listPlaces, short), { detail: short, longTexts: null })
    assert.deepEqual(splitLongTexts(listPlaces, detail), { detail, longTexts: null })
  })

  test('a beginning ends between characters', () => {
    const text = `${'x'.repeat(4_095)}😀😀`
    const { detail } = splitLongTexts([{ path: ['a'] }], { a: text })
    assert.deepEqual(detail, { a: 'x'.repeat(4_095) })
  })
})
