import { Type } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { CheckKind } from '../check-kind.ts'
import { runConfigOf } from '../../runs/run-config.ts'
import { component } from '../../validation/building-blocks.ts'
import { boundLogLines } from '../api/job-log.ts'
import { boundTestDetail } from '../playwright/bound-detail.ts'
import { keepStoredScript } from '../playwright/test-file-schemas.ts'
import { testRunMs } from '../playwright/test-run-limits.ts'
import { testErrorsIn } from '../playwright/test-run-result.ts'
import { browserCheck } from './document.ts'
import { browserHistograms, browserMetrics } from './metrics.ts'
import { browserRunAnswer, BrowserRunDetail, browserRunOfError } from './result.ts'

const fields = ['playwrightConfig', 'sslCheckDomain']

export const browserKind = {
  checkType: 'BROWSER',
  segment: 'browser',
  title: 'browser check',
  article: 'a',
  tag: 'Checks',
  ...browserCheck,
  fillDefaults: keepStoredScript,
  subMinuteSeconds: [],
  analytics: {
    segment: 'browser-checks',
    answer: 'AnalyticsBrowserCheckResponse',
    groupBy: ['runLocation'],
  },
  secrets: [],
  run: {
    queue: 'main',
    image: 'main',
    fields,
    config: runConfigOf(browserCheck.create, fields),
    tellsTimeToTriggers: true,
    needs: { proxy: true, testFile: true, browser: true, clientCertificates: true },
    longestAttemptMs: () => testRunMs.longestAttempt,
    detail: BrowserRunDetail,
    detailField: 'browserCheckResult',
    detailAnswer: component('CheckResultBrowser', Type.Object(browserRunAnswer)),
    // The guarantee behind these casts: the schema of the detail has accepted the value.
    bound: (detail) => {
      const { jobLog, ...rest } = boundTestDetail(detail as BrowserRunDetail)
      return { ...rest, jobLog: jobLog === null ? null : boundLogLines(jobLog) }
    },
    longTexts: ['jobLog', 'steps', 'consoleMessages', 'networkRequests', 'pageErrors'].map((field) => ({
      path: [field],
      isList: true,
    })),
    hasSteps: true,
    storedAs: 'json',
    metrics: browserMetrics,
    histograms: browserHistograms,
    textMetrics: [],
    certificate: {
      domainOf: (config) => {
        const domain = isRecord(config) ? config['sslCheckDomain'] : null
        return typeof domain === 'string' && domain !== '' ? domain.toLowerCase().replace(/:443$/, '') : null
      },
      // Seen by the other checks of the account that look at this host.
      seenIn: () => null,
    },
    detailOfError: (_config, message) => browserRunOfError(message),
    errorsIn: (detail, reason) => {
      const errors = detail === null ? [] : testErrorsIn(detail as BrowserRunDetail)
      return errors.length > 0 || reason === null ? errors : [reason]
    },
    // Whatever a script opens is not known before it runs.
    targetOf: () => null,
  },
} satisfies CheckKind
