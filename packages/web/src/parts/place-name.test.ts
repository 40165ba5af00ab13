import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeName, placeText } from './place-name.ts'

const known = {
  standIns: new Set(['eu-central-1']),
  privateNames: new Map([
    ['rack', 'Rack Hamburg'],
    ['office-north', 'Office, North'],
  ]),
}

test('a place is called by who ran the check there, else by who runs checks there now', () => {
  const named = (...[code, servedBy]: [string, ('AGENT' | 'STAND_IN' | null)?]) =>
    placeText(placeName(code, servedBy, known))
  assert.equal(named('eu-west-1', 'STAND_IN'), 'This server (eu-west-1)')
  assert.equal(named('eu-central-1', 'AGENT'), 'Frankfurt (eu-central-1)')
  assert.equal(named('eu-central-1', null), 'This server (eu-central-1)')
  assert.equal(named('eu-west-1'), 'Ireland (eu-west-1)')
  assert.equal(named('rack', 'AGENT'), 'Rack Hamburg (rack)')
  assert.equal(named('gone'), 'gone')
  assert.equal(named('office-north', 'AGENT'), 'Office, North', 'the code says nothing more')
})
