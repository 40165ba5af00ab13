import type { ComponentType } from 'react'
import type { Verdict } from '@sonde/schema/runs/verdict.ts'
import type { HelpPage } from '../parts/help/help-pages.ts'
import type { Range } from '../parts/range.ts'
import type { AssertionResult, CheckResult } from '../resources/check-result.ts'
import type { RunOrigin } from '../resources/run-files.ts'
import type { Check } from '../resources/checks.ts'
import type { ChartKind } from './chart-kind.ts'
import type { CheckForm } from './check-form.ts'
import type { Construct } from './construct.ts'

/** What the details of all types with a request have in common. */
export type AnyDetail = {
  requestError: string | null
  assertions: readonly AssertionResult[]
  response: Readonly<Record<string, unknown>> | null
}

/** What details of runs of tests have in common: they have no request of their own. */
export type TestDetail = { steps: readonly unknown[] | null }

/** Details of runs of whole projects. */
export type SuiteDetail = { tests: readonly unknown[] | null }

/** Where a result keeps what belongs to its type alone. */
export type DetailField = {
  [Name in keyof CheckResult]: NonNullable<CheckResult[Name]> extends AnyDetail | TestDetail | SuiteDetail
    ? Name
    : never
}[keyof CheckResult]

/** All that the screens know about a type of check. What only some screens need is loaded by them. */
export type CheckTypeEntry = {
  /** As lists and filters call it. */
  name: string
  /** What one of them is called in full, where people call it by another word than the API. */
  title?: string
  /** What such a check tells, in one sentence. */
  sentence: string
  /** What one of them is called. */
  noun: 'monitor' | 'check' | 'heartbeat'
  /** The page of the documentation about it. */
  help: HelpPage
  /** The same in monitoring as code. */
  construct: Construct
  /** How it can be the first monitor of an account; null where one word is not enough for it. */
  first: FirstMonitorKind | null
  /** Its checks are made by code: the form changes them, and none begins there. */
  isMadeByCode?: true
  loadForm(): Promise<{ form: CheckForm }>
  view: RunView | EventView
}

/** `origin`: of a run that belongs to no check. `isNarrow`: beside a form there is room for one column. */
export type ResultDetailProps = { result: CheckResult; origin?: RunOrigin; isNarrow?: boolean }

/** How a type is shown whose checks are run and leave results. */
export type RunView = {
  kind: 'runs'
  detailField: DetailField
  /** Its failures are grouped by what they say. */
  hasErrorGroups?: true
  chart: ChartKind
  loadDetail(): Promise<{ ResultDetail: ComponentType<ResultDetailProps> }>
}

/** How a type is shown that nothing runs: it waits for what comes. */
export type EventView = {
  kind: 'events'
  /** When something is expected, in words. */
  rhythmOf(check: Check): string
  loadOverview(): Promise<{ Overview: ComponentType<{ check: Check; range: Range }> }>
  /** What the strip of verdicts says in place of the words for runs. */
  strip: StripWords
}

export type StripWords = {
  title: string
  /** Those that there can be, the best one first. */
  shares: readonly Verdict[]
  wordOf(verdict: Verdict): string
}

/** A kind of monitor that one word is enough for. */
export type FirstMonitorKind = {
  name: string
  asks: string
  example: string
  help: string
  /** The request of the new check; everything else is as the API has it by default. */
  requestFor(target: string): Readonly<Record<string, unknown>>
  /** What will be done with a target that is completed, in words; null when it is taken as it stands. */
  completionOf(target: string): string | null
  /** Which fields of the request the target is in: what the server says about them is shown with it. */
  fields: readonly string[]
}
