import { Type } from 'typebox'
import type { CheckKind } from '../check-kind.ts'
import { runConfigOf } from '../../runs/run-config.ts'
import { component } from '../../validation/building-blocks.ts'
import { boundLogLines } from '../api/job-log.ts'
import { boundTestDetail } from '../playwright/bound-detail.ts'
import { testErrorsIn } from '../playwright/test-run-result.ts'
import { suiteCheck } from './document.ts'
import { suiteHistograms, suiteMetrics } from './metrics.ts'
import { suiteRunAnswer, SuiteRunDetail, suiteRunOfError } from './result.ts'
import { longestSuiteMs } from './suite-limits.ts'

/** What a run needs of the check is frozen with its bundle: see `RunScripts`. */
const fields: readonly string[] = []

export const suiteKind = {
  checkType: 'PLAYWRIGHT',
  segment: 'playwright',
  title: 'check suite',
  article: 'a',
  tag: 'Checks',
  ...suiteCheck,
  subMinuteSeconds: [],
  analytics: {
    segment: 'playwright-checks',
    answer: 'AnalyticsPlaywrightCheckResponse',
    groupBy: ['runLocation'],
  },
  secrets: [],
  run: {
    queue: 'main',
    image: 'main',
    fields,
    config: runConfigOf(suiteCheck.create, fields),
    tellsTimeToTriggers: true,
    needs: { suite: true },
    isNeverRetried: true,
    longestAttemptMs: () => longestSuiteMs,
    detail: SuiteRunDetail,
    detailField: 'playwrightCheckResult',
    detailAnswer: component('CheckResultPlaywright', Type.Object(suiteRunAnswer)),
    // The guarantee behind these casts: the schema of the detail has accepted the value.
    bound: (detail) => {
      const { jobLog, ...rest } = boundTestDetail(detail as SuiteRunDetail)
      return { ...rest, jobLog: jobLog === null ? null : boundLogLines(jobLog) }
    },
    longTexts: ['jobLog', 'tests', 'consoleMessages', 'networkRequests', 'pageErrors'].map((field) => ({
      path: [field],
      isList: true,
    })),
    storedAs: 'json',
    metrics: suiteMetrics,
    histograms: suiteHistograms,
    textMetrics: [],
    detailOfError: (_config, message) => suiteRunOfError(message),
    errorsIn: (detail, reason) => {
      const errors = detail === null ? [] : testErrorsIn(detail as SuiteRunDetail)
      return errors.length > 0 || reason === null ? errors : [reason]
    },
    // Whatever its tests open is not known before they run.
    targetOf: () => null,
  },
} satisfies CheckKind
