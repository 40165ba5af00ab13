import assert from 'node:assert/strict'
import type { Locator, Page } from '@playwright/test'
import { isRecord } from '@sonde/ground/is-record.ts'
import { comparisonsFor, propertyRuleFor } from '@sonde/web/check-form/assertion-rules.ts'
import { inShort, inWords, isUsual, type Interval } from '@sonde/web/check-form/intervals.ts'
import { schemaAt } from '@sonde/web/schema-form/form-layout.ts'
import {
  fieldKindOf,
  variantsOf,
  type EnumValue,
  type FormSchema,
} from '@sonde/web/schema-form/form-schema.ts'
import { joinPath, valueAt, type FormValue } from '@sonde/web/schema-form/value-at.ts'
import { expect } from './expect.ts'
import { leavesOf } from './form-values.ts'

/** Fills in a form made from a schema as a person does, and reads what it shows. */
export type FormVisitor = {
  /** Gives the paths of the fields that were filled in, rows as `*`. */
  fill(value: FormValue): Promise<ReadonlySet<string>>
  /** Opens every folded section. */
  unfold(): Promise<void>
  /** Fails where a control shows something else. */
  expectShown(value: FormValue): Promise<void>
}

export function formVisitor(page: Page, schema: FormSchema): FormVisitor {
  const filled = new Set<string>()
  const boxAt = (path: string) => page.locator(`[data-field="${path}"]`)

  async function unfold(): Promise<void> {
    for (;;) {
      const closed = page.locator('form h2 button[aria-expanded="false"]').first()
      if ((await closed.count()) === 0) return
      await closed.click()
    }
  }

  /** Calls `take` for the control of each field that has a value. */
  async function walk(part: Part, take: (part: Part) => Promise<void>): Promise<void> {
    if (part.value === undefined) return
    await take(part)
    const { schema: own, value, path } = part
    if (isWhole(path)) return
    const kind = fieldKindOf(own)
    const fields = kind === 'variants' ? (variantsOf(own)[0] ?? {}) : own
    if (kind === 'rows' && Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        const row = { schema: own.items ?? {}, value: item, path: joinPath(path, index), whole: part.whole }
        await walkFields(row, take)
      }
    } else if (kind === 'object' || kind === 'variants') {
      await walkFields({ ...part, schema: fields }, take)
    }
  }

  async function walkFields({ schema: own, value, path, whole }: Part, take: (part: Part) => Promise<void>) {
    for (const [name, property] of Object.entries(own.properties ?? {})) {
      const inner = isRecord(value) ? value[name] : undefined
      await walk({ schema: property, value: inner, path: joinPath(path, name), whole }, take)
    }
  }

  return {
    unfold,
    async fill(value) {
      await unfold()
      await walkFields({ schema, value, path: '', whole: value }, async (part) => {
        const place = part.path.replaceAll(/\.\d+(?=\.|$)/g, '.*')
        for (const path of isWhole(place) ? leavesOf(part.schema, place) : [place]) filled.add(path)
        await fillIn(boxAt(controlOf(part.path)), part, schema)
      })
      return filled
    },
    async expectShown(value) {
      await unfold()
      await walkFields({ schema, value, path: '', whole: value }, async (part) => {
        const shown = await shownIn(boxAt(part.path), part, schema)
        if (shown !== nothingToSee) assert.deepEqual(shown, expectedFor(part), part.path)
      })
    },
  }
}

type Part = { path: string; schema: FormSchema; value: unknown; whole: FormValue }

const nothingToSee = Symbol('nothing to see')

/** Fields whose control is one for everything within. */
function isWhole(path: string): boolean {
  return ['locations', 'privateLocations', 'tags', 'alertChannelSubscriptions'].includes(path)
}

/** Fields that choose one of what the account has. */
function isRemote(path: string): boolean {
  return /(?:^groupId|SnippetId|serviceId|sslClientCertificateId)$/.test(path)
}

/** Fields with a code editor, which is no input. */
function isScript(path: string): boolean {
  return /^(?:local(?:Setup|TearDown)Script|script)$/.test(path)
}

/** By its own commands: what the browser itself puts in the place of coloured text has inline styles, which are refused. */
async function emptyEditor(box: Locator): Promise<void> {
  const editor = box.getByRole('textbox', { name: /\S/ })
  await editor.press('ControlOrMeta+A')
  await editor.press('Delete')
}

function expectedFor({ path, value, schema }: Part): unknown {
  if (path === 'alertChannelSubscriptions') return (value as readonly unknown[]).length
  if (path === 'locations' || path === 'privateLocations') return (value as readonly unknown[]).length
  return fieldKindOf(schema) === 'rows' ? (value as readonly unknown[]).length : value
}

/** One choice says how often a failed run is retried, by whichever field. */
function controlOf(path: string): string {
  return path === 'doubleCheck' ? 'retryStrategy.type' : path
}

async function fillIn(box: Locator, part: Part, root: FormSchema): Promise<void> {
  const { path, schema, value } = part
  if (path === 'doubleCheck') return select(box, value === false ? 'none' : 'double-check')
  if (path === 'frequency') return chooseInterval(box, intervalOf(part))
  if (path === 'frequencyOffset' && part.whole['frequency'] === 0) return
  if (path === 'checkType' || isHiddenProperty(part, root)) return
  if (isWhole(path)) return fillWhole(box, path, value)
  if (isRemote(path)) return select(box, String(value))
  const choices = choicesOf(part, root)
  if (choices !== null) return select(box, String(choices.indexOf(value as EnumValue)))
  switch (fieldKindOf(schema)) {
    case 'boolean':
      return box.getByRole('checkbox').setChecked(value === true)
    case 'choices':
      for (const one of value as readonly EnumValue[]) {
        await box
          .getByRole('checkbox')
          .nth(schema.items?.enum?.indexOf(one) ?? 0)
          .check()
      }
      return
    case 'texts':
      for (const [index, one] of (value as readonly unknown[]).entries()) {
        await box.locator('[data-add]').click()
        await box.getByRole('textbox').nth(index).fill(String(one))
      }
      return
    case 'rows':
      for (let row = 0; row < (value as readonly unknown[]).length; row += 1) {
        await box.locator('[data-add]').last().click()
      }
      return
    case 'object':
      return switchOn(box)
    case 'variants':
      return select(box, '0')
    case 'json':
      return box.getByRole('textbox').fill(JSON.stringify(value))
    default:
      if (isScript(path)) await emptyEditor(box)
      return box.getByRole('textbox', { name: /\S/ }).fill(String(value))
  }
}

async function shownIn(box: Locator, part: Part, root: FormSchema): Promise<unknown> {
  const { path, schema } = part
  // While there is a strategy, that is what the choice shows.
  if (path === 'doubleCheck') return nothingToSee
  if (path === 'checkType' || isHiddenProperty(part, root)) return nothingToSee
  if (path === 'frequencyOffset' && part.whole['frequency'] === 0) return nothingToSee
  if (path === 'frequency') {
    const interval = intervalOf(part)
    if (isUsual(interval)) await expect(radioOf(box, inShort(interval))).toBeChecked()
    else {
      assert.equal(await box.getByRole('combobox').locator('option:checked').textContent(), inWords(interval))
    }
    return nothingToSee
  }
  if (path === 'tags') return box.locator('li > span').allTextContents()
  if (path === 'alertChannelSubscriptions')
    return box.locator('li > div > div:first-child input:checked').count()
  if (isWhole(path)) return box.locator('input:checked').count()
  if (isRemote(path)) {
    const shown = await box.getByRole('combobox').inputValue()
    return typeof part.value === 'number' ? Number(shown) : shown
  }
  const choices = choicesOf(part, root)
  if (choices !== null) return choices[Number(await box.getByRole('combobox').first().inputValue())]
  switch (fieldKindOf(schema)) {
    case 'boolean':
      return box.getByRole('checkbox').isChecked()
    case 'choices': {
      const isChosen = (_one: EnumValue, index: number) => box.getByRole('checkbox').nth(index).isChecked()
      const all = await Promise.all((schema.items?.enum ?? []).map(isChosen))
      return (schema.items?.enum ?? []).filter((_one, index) => all[index])
    }
    case 'texts':
      return Promise.all((await box.getByRole('textbox').all()).map((input) => input.inputValue()))
    case 'rows':
      return box.locator(':scope > [role=group] > div > ol > li').count()
    case 'object':
    case 'variants':
      return nothingToSee
    case 'json':
      return JSON.parse(await box.getByRole('textbox').inputValue())
    case 'number':
      return Number(await box.getByRole('textbox').inputValue())
    case 'number-or-text': {
      const shown = await box.getByRole('textbox').inputValue()
      return typeof part.value === 'number' ? Number(shown) : shown
    }
    default:
      return isScript(path)
        ? box.getByRole('textbox', { name: /\S/ }).innerText()
        : box.getByRole('textbox', { name: /\S/ }).inputValue()
  }
}

/** The values of a select in the order of its options; null for what is no select. */
function choicesOf({ path, schema, whole }: Part, root: FormSchema): readonly EnumValue[] | null {
  const kind = fieldKindOf(schema)
  const [, rowPath, name] = /^(.*\.\d+)\.(\w+)$/.exec(path) ?? []
  const row = rowPath === undefined ? undefined : schemaAt(root, rowPath)?.schema
  if (row?.['x-sources'] !== undefined && rowPath !== undefined) {
    const said = valueAt(whole, rowPath)
    const assertion = isRecord(said) ? said : {}
    if (name === 'comparison') return comparisonsFor(row, assertion)
    if (name === 'property') return propertyRuleFor(row, assertion).names ?? null
  }
  if (kind === 'choice') return (schema.enum ?? []).filter((one) => one !== null)
  const isEitherOr = schema.nullable !== true && (schema.default !== undefined || isRequired(root, path))
  return kind === 'boolean' && !isEitherOr ? [true, false] : null
}

function isRequired(root: FormSchema, path: string): boolean {
  return schemaAt(root, path)?.isRequired === true
}

/** A source without properties shows no field for one. */
function isHiddenProperty({ path, value }: Part, root: FormSchema): boolean {
  const rowPath = path.slice(0, Math.max(0, path.lastIndexOf('.')))
  const isAssertion = rowPath !== '' && schemaAt(root, rowPath)?.schema['x-sources'] !== undefined
  return isAssertion && path.endsWith('.property') && value === ''
}

function intervalOf({ value, whole }: Part): Interval {
  const offset = whole['frequencyOffset']
  return { frequency: Number(value), ...(typeof offset === 'number' && { frequencyOffset: offset }) }
}

function radioOf(box: Locator, name: string): Locator {
  return box.getByRole('radio', { name, exact: true })
}

async function chooseInterval(box: Locator, interval: Interval): Promise<void> {
  if (isUsual(interval)) return radioOf(box, inShort(interval)).check()
  await radioOf(box, 'Other').check()
  await selectByLabel(box, inWords(interval))
}

async function select(box: Locator, value: string): Promise<void> {
  await box.getByRole('combobox', { name: /\S/ }).first().selectOption({ value })
}

async function selectByLabel(box: Locator, label: string): Promise<void> {
  await box.getByRole('combobox', { name: /\S/ }).selectOption({ label })
}

/** An object that may be absent has a box that switches it on. */
async function switchOn(box: Locator): Promise<void> {
  const ownSwitch = box.locator(':scope > div > div:first-child > div > input[type=checkbox]')
  if ((await ownSwitch.count()) > 0) await ownSwitch.check()
}

async function fillWhole(box: Locator, path: string, value: unknown): Promise<void> {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  if (path === 'tags') {
    for (const tag of items) {
      await box.getByRole('combobox').fill(String(tag))
      await box.getByRole('combobox').press('Enter')
    }
    return
  }
  if (path === 'alertChannelSubscriptions') return subscribe(box, items)
  if (path === 'locations') await box.locator('summary').click()
  for (const chosen of await box.locator('input:checked').all()) await chosen.uncheck()
  for (const one of items) await box.getByRole('checkbox', { name: String(one) }).check()
}

async function subscribe(box: Locator, subscriptions: readonly unknown[]): Promise<void> {
  const every = box.getByRole('checkbox', { name: 'Every alert channel of the account' })
  if ((await every.count()) > 0) await every.uncheck()
  for (const [index, subscription] of subscriptions.entries()) {
    const row = box.locator('li').nth(index)
    await row.getByRole('checkbox').first().check()
    const isPaused = isRecord(subscription) && subscription['activated'] === false
    await row.getByRole('checkbox', { name: /^Paused/ }).setChecked(isPaused)
  }
}
