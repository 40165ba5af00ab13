import { Type } from 'typebox'
import type { CheckKind } from '../check-kind.ts'
import { runConfigOf } from '../../runs/run-config.ts'
import { component } from '../../validation/building-blocks.ts'
import { boundLogLines } from '../api/job-log.ts'
import { boundTestDetail } from '../playwright/bound-detail.ts'
import { keepStoredScript } from '../playwright/test-file-schemas.ts'
import { testRunMs } from '../playwright/test-run-limits.ts'
import { testErrorsIn, testRunAnswer, TestRunDetail, testRunOfError } from '../playwright/test-run-result.ts'
import { multistepCheck } from './document.ts'
import { multistepHistograms, multistepMetrics } from './metrics.ts'

const fields = ['playwrightConfig']

export const multistepKind = {
  checkType: 'MULTI_STEP',
  segment: 'multistep',
  title: 'multistep check',
  article: 'a',
  tag: 'Checks',
  ...multistepCheck,
  fillDefaults: keepStoredScript,
  subMinuteSeconds: [],
  analytics: {
    segment: 'multistep-checks',
    answer: 'AnalyticsMultistepCheckResponse',
    groupBy: ['runLocation'],
  },
  secrets: [],
  run: {
    queue: 'main',
    image: 'main',
    fields,
    config: runConfigOf(multistepCheck.create, fields),
    tellsTimeToTriggers: true,
    needs: { proxy: true, testFile: true, clientCertificates: true },
    longestAttemptMs: () => testRunMs.longestAttempt,
    detail: TestRunDetail,
    detailField: 'multiStepCheckResult',
    detailAnswer: component('CheckResultMultiStep', Type.Object(testRunAnswer)),
    // The guarantee behind these casts: the schema of the detail has accepted the value.
    bound: (detail) => {
      const { jobLog, ...rest } = boundTestDetail(detail as TestRunDetail)
      return { ...rest, jobLog: jobLog === null ? null : boundLogLines(jobLog) }
    },
    longTexts: [
      { path: ['jobLog'], isList: true },
      { path: ['steps'], isList: true },
    ],
    hasSteps: true,
    storedAs: 'json',
    metrics: multistepMetrics,
    histograms: multistepHistograms,
    textMetrics: [],
    detailOfError: (_config, message) => testRunOfError(message),
    errorsIn: (detail, reason) => {
      const errors = detail === null ? [] : testErrorsIn(detail as TestRunDetail)
      return errors.length > 0 || reason === null ? errors : [reason]
    },
    // Whatever a script asks for is not known before it runs.
    targetOf: () => null,
  },
} satisfies CheckKind
