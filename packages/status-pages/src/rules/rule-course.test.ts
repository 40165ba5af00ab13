import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import { nextRuleStep, type RuleIncident, type RuleStep } from './rule-course.ts'

const now = Date.UTC(2026, 3, 1, 12)
const calm = { incidentId: null, openedAt: null, recoveredAt: null, coolDownMinutes: 5 }
const going = { ...calm, incidentId: 'i', openedAt: now - minuteMs }
const open = { isOpen: true, isEdited: false }
const edited = { isOpen: true, isEdited: true }
const ended = { isOpen: false, isEdited: true }

const cases: {
  name: string
  rule: Parameters<typeof nextRuleStep>[0]
  isFailing: boolean
  mayOpen?: boolean
  incident?: RuleIncident
  step: RuleStep
}[] = [
  { name: 'nothing fails', rule: calm, isFailing: false, step: { kind: 'wait', until: null } },
  { name: 'the first failure opens', rule: calm, isFailing: true, step: { kind: 'open' } },
  {
    name: 'what maintenance silences opens nothing',
    rule: calm,
    isFailing: true,
    mayOpen: false,
    step: { kind: 'wait', until: null },
  },
  {
    name: 'within the cool-down it waits for its end',
    rule: { ...calm, openedAt: now - 2 * minuteMs },
    isFailing: true,
    step: { kind: 'wait', until: now + 3 * minuteMs },
  },
  {
    name: 'at the end of the cool-down it opens',
    rule: { ...calm, openedAt: now - 5 * minuteMs },
    isFailing: true,
    step: { kind: 'open' },
  },
  {
    name: 'without a cool-down it opens at once',
    rule: { ...calm, openedAt: now, coolDownMinutes: 0 },
    isFailing: true,
    step: { kind: 'open' },
  },
  {
    name: 'a clock that was set back holds nothing up',
    rule: { ...calm, openedAt: now + 60 * minuteMs },
    isFailing: true,
    step: { kind: 'open' },
  },
  {
    name: 'a further failure joins the open incident',
    rule: going,
    isFailing: true,
    incident: open,
    step: { kind: 'wait', until: null },
  },
  {
    name: 'maintenance that begins meanwhile resolves nothing',
    rule: going,
    isFailing: true,
    mayOpen: false,
    incident: open,
    step: { kind: 'wait', until: null },
  },
  {
    name: 'the last recovery resolves',
    rule: going,
    isFailing: false,
    incident: open,
    step: { kind: 'resolve' },
  },
  {
    name: 'what a person has edited is drafted and not resolved',
    rule: going,
    isFailing: false,
    incident: edited,
    step: { kind: 'draft' },
  },
  {
    name: 'it is drafted once',
    rule: { ...going, recoveredAt: now - 1 },
    isFailing: false,
    incident: edited,
    step: { kind: 'wait', until: null },
  },
  {
    name: 'what fails again while a person keeps it open goes on',
    rule: { ...going, recoveredAt: now - 1 },
    isFailing: true,
    incident: edited,
    step: { kind: 'join' },
  },
  {
    name: 'what a person has resolved stays resolved while it fails',
    rule: going,
    isFailing: true,
    incident: ended,
    step: { kind: 'wait', until: null },
  },
  {
    name: 'what a person has resolved after the recovery is over, and the next failure is another',
    rule: { ...going, recoveredAt: now - 1 },
    isFailing: true,
    incident: ended,
    step: { kind: 'forget' },
  },
  {
    name: 'it is forgotten with the recovery',
    rule: going,
    isFailing: false,
    incident: ended,
    step: { kind: 'forget' },
  },
  { name: 'so is a deleted one', rule: going, isFailing: false, incident: null, step: { kind: 'forget' } },
]

for (const { name, rule, isFailing, mayOpen = isFailing, incident = null, step } of cases) {
  test(`an automation rule: ${name}`, () => {
    assert.deepEqual(nextRuleStep(rule, { isFailing, mayOpen, incident, now }), step)
  })
}
