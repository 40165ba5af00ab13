import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import type { Outcome } from '@sonde/schema/runs/outcome.ts'
import type { SslDocument } from '@sonde/schema/check-types/ssl/result.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { sslKind } from '@sonde/schema/check-types/ssl/kind.ts'
import { assertion, sslDocument, sslRun, type SslConfigFields } from '../../testing/ssl-run.ts'
import { evaluateSsl } from './evaluate.ts'

function evaluate(document: SslDocument, config: SslConfigFields = {}, noiseMs = 0) {
  return evaluateSsl(sslRun(config), {
    outcome: { kind: 'answered', document },
    noiseMs,
    hasKernelTimes: false,
  })
}

function unreachable(code: string, phase: string, config: SslConfigFields = {}) {
  const error = { code, message: `${code} in ${phase}`, phase }
  const outcome: Outcome<SslDocument> = { kind: 'unreachable', error, document: null, elapsedMs: 12 }
  return evaluateSsl(sslRun(config), { outcome, noiseMs: 0, hasKernelTimes: false })
}

function levelOf({ verdict }: ReturnType<typeof evaluate>): string {
  return verdict.kind
}

function summary(evaluation: ReturnType<typeof evaluate>) {
  const { failureCategory, baselineVerdict, baselineGrade } = evaluation.detail
  return [levelOf(evaluation), failureCategory, baselineVerdict, baselineGrade]
}

const rsa = (keySizeBits: number) =>
  sslDocument({ certificate: { keyAlgorithm: 'RSA', keySizeBits, signatureAlgorithm: 'SHA256-RSA' } })

suite('the verdict on a certificate', () => {
  test('S1: 61 and 21 days left pass, 20 are degraded; ECDSA gets A-, RSA 2048 gets B', () => {
    assert.deepEqual(summary(evaluate(sslDocument())), ['passed', null, 'pass', 'A-'])
    assert.deepEqual(summary(evaluate(rsa(2048))), ['passed', null, 'pass', 'B'])
    assert.deepEqual(summary(evaluate(rsa(3072))), ['passed', null, 'pass', 'A-'])
    assert.equal(levelOf(evaluate(sslDocument({ daysUntilExpiry: 21 }))), 'passed')
    const soon = evaluate(sslDocument({ daysUntilExpiry: 20 }))
    assert.equal(levelOf(soon), 'degraded')
    assert.match(soon.verdict.reason ?? '', /expires in 20 days \(Aug 30, 2026\), limit 20 days$/)
    assert.equal(levelOf(evaluate(sslDocument({ daysUntilExpiry: 1 }))), 'degraded')
  })

  test('S2: expired fails, expiring today is degraded, not yet valid fails', () => {
    const expired = evaluate(sslDocument({ daysUntilExpiry: -1 }))
    assert.deepEqual(summary(expired), ['failed', 'expired', null, null])
    assert.equal(expired.detail.response?.error?.code, 'CERT_HAS_EXPIRED')
    assert.match(expired.verdict.reason ?? '', / expired on Aug 30, 2026, \d\d:\d\d UTC$/)
    assert.deepEqual(summary(evaluate(sslDocument({ daysUntilExpiry: 0 }))), ['degraded', null, 'pass', 'A-'])
    assert.deepEqual(summary(evaluate(sslDocument({ notYetValid: true }))), [
      'failed',
      'notYetValid',
      null,
      null,
    ])
  })

  test('the first failing step is the category: name, chain, dates, baseline', () => {
    const all = {
      hostnameVerified: false,
      chainTrusted: false,
      daysUntilExpiry: -1,
      protocol: 'TLS1.0',
    } as const
    const cases: [Partial<SslDocument>, string][] = [
      [all, 'hostname'],
      [{ ...all, hostnameVerified: true }, 'chain'],
      [{ ...all, hostnameVerified: true, chainTrusted: true }, 'expired'],
      [{ protocol: 'TLS1.0' }, 'baseline'],
      [{ ocspStapled: true, ocspStatus: 'revoked' }, 'chain'],
    ]
    for (const [fields, category] of cases) {
      const evaluation = evaluate(sslDocument(fields))
      assert.equal(evaluation.detail.failureCategory, category)
      assert.equal(evaluation.verdict.isNetworkError, false)
      if (category === 'chain' && fields.daysUntilExpiry === -1) {
        assert.match(
          evaluation.verdict.reason ?? '',
          /not trusted; the certificate also expired on Aug 30, 2026/,
        )
      }
      assert.equal(evaluation.detail.response?.securityBaseline === null, category !== 'baseline')
    }
  })

  test('S3: skipChainValidation forgives the chain and nothing else', () => {
    const skip = { sslConfig: { skipChainValidation: true } }
    const selfSigned = { chainTrusted: false, chainTrustReason: 'DEPTH_ZERO_SELF_SIGNED_CERT' }
    assert.deepEqual(summary(evaluate(sslDocument(selfSigned))), ['failed', 'chain', null, null])
    assert.equal(levelOf(evaluate(sslDocument(selfSigned), skip)), 'passed')
    const wrongHost = evaluate(sslDocument({ ...selfSigned, hostnameVerified: false }), skip)
    assert.equal(wrongHost.detail.failureCategory, 'hostname')
    const revoked = evaluate(sslDocument({ ...selfSigned, ocspStatus: 'revoked' }), skip)
    assert.equal(revoked.detail.failureCategory, 'chain')
    assert.equal(
      evaluate(sslDocument({ ...selfSigned, daysUntilExpiry: -1 }), skip).detail.failureCategory,
      'expired',
    )
  })

  test('the steps before a certificate have their categories, and are network errors', () => {
    const cases = [
      ['ENOTFOUND', 'dns', 'dns'],
      ['ECONNREFUSED', 'connect', 'connect'],
      ['ETIMEDOUT', 'connect', 'connect'],
      ['ERR_PROXY', 'proxy', 'connect'],
      ['ETIMEDOUT', 'tls', 'timeout'],
      ['EPROTO', 'tls', 'handshake'],
      ['ECONNRESET', 'tls', 'handshake'],
    ] as const
    for (const [code, phase, category] of cases) {
      const evaluation = unreachable(code, phase)
      assert.deepEqual(summary(evaluation), ['failed', category, null, null])
      assert.equal(evaluation.verdict.isNetworkError, true)
      assert.equal(evaluation.verdict.responseTime, 12)
      assert.equal(evaluation.detail.response?.error?.code, code)
      assert.equal(evaluation.detail.tlsVersion, null)
    }
    assert.equal(levelOf(unreachable('ECONNREFUSED', 'connect', { shouldFail: true })), 'passed')
  })

  test('only the handshake is timed: degraded at exactly 3000 ms, failed at exactly 10000', () => {
    assert.equal(levelOf(evaluate(sslDocument({ handshakeTimeMs: 2999.9 }))), 'passed')
    assert.equal(levelOf(evaluate(sslDocument({ handshakeTimeMs: 3000 }))), 'degraded')
    assert.equal(levelOf(evaluate(sslDocument({ handshakeTimeMs: 9999.9 }))), 'degraded')
    const slow = evaluate(sslDocument({ handshakeTimeMs: 10_000 }))
    assert.equal(levelOf(slow), 'failed')
    assert.equal(slow.verdict.overMaxResponseTime, true)
    assert.equal(slow.detail.failureCategory, null)
  })

  test('a time that our own delay could have made gives no verdict', () => {
    assert.equal(levelOf(evaluate(sslDocument({ handshakeTimeMs: 3000 }), {}, 50)), 'withheld')
    assert.equal(levelOf(evaluate(sslDocument({ daysUntilExpiry: -1 }), {}, 50)), 'failed')
  })

  test('shouldFail accepts a bad certificate and refuses a good one', () => {
    assert.equal(levelOf(evaluate(sslDocument({ daysUntilExpiry: -1 }), { shouldFail: true })), 'passed')
    assert.equal(levelOf(evaluate(sslDocument(), { shouldFail: true })), 'failed')
  })

  test('every detail is one that the service accepts', () => {
    const validateDetail = createValidator().compile(sslKind.run?.detail ?? {}, { complete: false })
    const details = [
      evaluate(sslDocument()),
      evaluate(sslDocument({ daysUntilExpiry: -1, resolvedIp: null })),
      evaluate(sslDocument({ protocol: 'TLS1.0' }), {
        assertions: [assertion('RESPONSE_TIME', '', 'LESS_THAN', '1')],
      }),
      unreachable('EPROTO', 'tls'),
    ].map(({ detail }) => detail)
    for (const detail of details) assert.deepEqual(validateDetail(detail), [])
  })
})

suite('the security baseline', () => {
  const baseline = (rules: Record<string, unknown>) => ({ sslConfig: { securityBaseline: rules } })

  test('S6: TLS 1.1 fails, warns or passes by the severity of the rule', () => {
    const old = sslDocument({ protocol: 'TLS1.1' })
    assert.deepEqual(summary(evaluate(old)), ['failed', 'baseline', 'fail', 'F'])
    const degrade = evaluate(old, baseline({ minTLSVersion: { severity: 'degrade' } }))
    assert.deepEqual(summary(degrade), ['degraded', null, 'warn', 'B'])
    assert.match(
      degrade.verdict.reason ?? '',
      /below the baseline: minTLSVersion \(TLS1\.1, at least TLS1\.2\)$/,
    )
    const ignore = evaluate(old, baseline({ minTLSVersion: { severity: 'ignore' } }))
    assert.deepEqual(summary(ignore), ['passed', null, 'pass', 'B'])
  })

  test('S7: RSA 1024 fails, small keys of other kinds do not', () => {
    assert.deepEqual(summary(evaluate(rsa(1024))), ['failed', 'baseline', 'fail', 'F'])
    const { detail } = evaluate(sslDocument())
    assert.deepEqual(detail.response?.securityBaseline?.minKeySizeBits, { violated: false, severity: 'fail' })
  })

  test('S8: TLS 1.2 passes with B, and is degraded where TLS 1.3 is asked for', () => {
    const older = sslDocument({ protocol: 'TLS1.2' })
    assert.deepEqual(summary(evaluate(older)), ['passed', null, 'pass', 'B'])
    const asked = evaluate(older, baseline({ recommendedTLSVersion: { severity: 'degrade' } }))
    assert.deepEqual(summary(asked), ['degraded', null, 'warn', 'B'])
  })

  test('signatures, suites and banned authorities fail by default', () => {
    const weak: SslDocument[] = [
      ...['MD2-RSA', 'MD5-RSA', 'SHA1-RSA', 'DSA-SHA1', 'ECDSA-SHA1'].map((signatureAlgorithm) =>
        sslDocument({ certificate: { signatureAlgorithm } }),
      ),
      ...[
        'TLS_RSA_WITH_NULL_SHA',
        'TLS_DH_anon_WITH_AES_128_CBC_SHA',
        'TLS_RSA_EXPORT_WITH_DES40_CBC_SHA',
        'TLS_RSA_WITH_RC4_128_SHA',
        'TLS_RSA_WITH_DES_CBC_SHA',
        'TLS_RSA_WITH_3DES_EDE_CBC_SHA',
        'TLS_RSA_WITH_RC4_128_MD5',
      ].map((cipherSuite) => sslDocument({ cipherSuite })),
      sslDocument({ distrustedCA: 'DigiNotar Root CA' }),
      sslDocument({ chain: [{ ...sslDocument().certificate, isCA: true, signatureAlgorithm: 'SHA1-RSA' }] }),
    ]
    for (const document of weak) assert.equal(evaluate(document).detail.failureCategory, 'baseline')
    const root = {
      ...sslDocument().certificate,
      isCA: true,
      selfSigned: true,
      signatureAlgorithm: 'SHA1-RSA',
    }
    assert.equal(levelOf(evaluate(sslDocument({ chain: [root] }))), 'passed')
    assert.equal(
      levelOf(evaluate(sslDocument({ cipherSuite: 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA' }))),
      'passed',
    )
  })

  test('a violated baseline says what was found and what was wanted', () => {
    const table: [SslDocument, rules: string][] = [
      [rsa(1024), 'minKeySizeBits (1024, at least 2048)'],
      [
        sslDocument({ protocol: 'TLS1.0', cipherSuite: 'TLS_RSA_WITH_RC4_128_SHA' }),
        'minTLSVersion (TLS1.0, at least TLS1.2), weakCipherSuite (TLS_RSA_WITH_RC4_128_SHA)',
      ],
      [sslDocument({ certificate: { signatureAlgorithm: 'SHA1-RSA' } }), 'weakSignatureAlgorithm (SHA1-RSA)'],
      [sslDocument({ distrustedCA: 'DigiNotar Root CA' }), 'knownBadCA (DigiNotar Root CA)'],
    ]
    for (const [document, rules] of table) {
      const message = evaluate(document).detail.requestError ?? ''
      assert.ok(message.endsWith(` violates the baseline: ${rules}`), message)
    }
    const wanted = evaluate(
      rsa(2048),
      baseline({ recommendedKeySizeBits: { value: 4096, severity: 'degrade' } }),
    )
    assert.match(wanted.verdict.reason ?? '', /: recommendedKeySizeBits \(2048, at least 4096\)$/)
  })

  test('must-staple and timestamps count only when asked for, and then never lower the grade by themselves', () => {
    const bare = sslDocument({ sctPresent: false, certificate: { mustStaple: true } })
    assert.deepEqual(summary(evaluate(bare)), ['passed', null, 'pass', 'A-'])
    const staple = evaluate(bare, baseline({ ocspMustStapleRespected: { severity: 'fail' } }))
    assert.equal(staple.detail.failureCategory, 'baseline')
    assert.match(staple.detail.requestError ?? '', /violates the baseline: ocspMustStapleRespected$/)
    assert.equal(levelOf(evaluate(bare, baseline({ sctPresent: { severity: 'degrade' } }))), 'degraded')
  })

  test('a baseline that is switched off finds nothing', () => {
    const off = evaluate(sslDocument({ protocol: 'TLS1.0' }), baseline({ enabled: false }))
    assert.deepEqual(summary(off), ['passed', null, 'pass', 'A-'])
    assert.deepEqual(off.detail.response?.securityBaseline, { verdict: 'pass', grade: 'A-' })
  })
})

suite('assertions on a certificate', () => {
  function holds(one: Assertion, fields: Parameters<typeof sslDocument>[0] = {}): boolean {
    const { detail } = evaluate(sslDocument(fields), { assertions: [one] })
    return detail.assertions[0]?.error === null
  }

  test('S10: versions are ordered, however they are written', () => {
    for (const target of ['TLSv1.2', 'TLS1.2', 'tls 1.2']) {
      assert.equal(holds(assertion('CONNECTION', 'tlsVersion', 'GREATER_THAN', target)), true, target)
      assert.equal(holds(assertion('CONNECTION', 'tlsVersion', 'LESS_THAN', target)), false, target)
    }
    assert.equal(holds(assertion('CONNECTION', 'TLSVersion', 'EQUALS', 'TLS v1.3')), true)
    assert.equal(holds(assertion('CONNECTION', 'tlsVersion', 'NOT_EQUALS', 'TLSv1.3')), false)
    assert.equal(
      holds(assertion('CONNECTION', 'tlsVersion', 'LESS_THAN', 'TLSv1'), { protocol: 'TLS1.0' }),
      false,
    )
    const { detail } = evaluate(sslDocument(), {
      assertions: [assertion('CONNECTION', 'tlsVersion', 'GREATER_THAN', 'TLSv1.3')],
    })
    const [result] = detail.assertions
    assert.equal(result?.actual, 'TLS1.3')
    assert.equal(result?.target, 'TLSv1.3')
    assert.match(result?.error ?? '', /to be above/)
  })

  test('S10: names are compared whole', () => {
    const wildcardOnly = { certificate: { sans: ['*.example.com'] } }
    assert.equal(holds(assertion('CERTIFICATE', 'sans', 'CONTAINS', 'example.com'), wildcardOnly), false)
    assert.equal(holds(assertion('CERTIFICATE', 'sans', 'CONTAINS', '*.example.com'), wildcardOnly), true)
    assert.equal(holds(assertion('CERTIFICATE', 'sans', 'NOT_CONTAINS', 'example.com'), wildcardOnly), true)
  })

  test('fingerprints are compared without regard to case and colons, serial numbers in any base', () => {
    const colons = 'AB:'.repeat(32).slice(0, -1)
    assert.equal(holds(assertion('CERTIFICATE', 'fingerprintSha256', 'EQUALS', colons)), true)
    assert.equal(holds(assertion('CERTIFICATE', 'fingerprintSha256', 'NOT_EQUALS', 'ab'.repeat(32))), false)
    assert.equal(holds(assertion('CERTIFICATE', 'issuerFingerprintSha256', 'EQUALS', 'CD'.repeat(32))), true)
    for (const target of ['8812', '0x226C', '22:6c']) {
      assert.equal(holds(assertion('CERTIFICATE', 'serialNumber', 'EQUALS', target)), true, target)
    }
    assert.equal(holds(assertion('CERTIFICATE', 'serialNumber', 'EQUALS', '226c')), false)
  })

  test('every other property gives its value, and a missing one is missing', () => {
    const good: Assertion[] = [
      assertion('CERTIFICATE', 'daysUntilExpiry', 'GREATER_THAN', '60'),
      assertion('CERTIFICATE', 'keySizeBits', 'EQUALS', '256'),
      assertion('CERTIFICATE', 'subjectCN', 'CONTAINS', 'shop'),
      assertion('CERTIFICATE', 'issuerCN', 'EQUALS', 'Example CA 2'),
      assertion('CERTIFICATE', 'keyAlgorithm', 'EQUALS', 'ECDSA'),
      assertion('CERTIFICATE', 'signatureAlgorithm', 'NOT_EQUALS', 'SHA1-RSA'),
      assertion('CERTIFICATE', 'selfSigned', 'EQUALS', 'false'),
      assertion('CERTIFICATE', 'isCA', 'EQUALS', 'false'),
      assertion('CONNECTION', 'cipherSuite', 'CONTAINS', 'AES_128'),
      assertion('CONNECTION', 'resolvedIp', 'EQUALS', '203.0.113.30'),
      assertion('CONNECTION', 'ocspStatus', 'NOT_EQUALS', 'revoked'),
      assertion('CONNECTION', 'hostnameVerified', 'EQUALS', 'true'),
      assertion('CONNECTION', 'chainTrusted', 'EQUALS', 'true'),
      assertion('CONNECTION', 'ocspStapled', 'EQUALS', 'false'),
      assertion('RESPONSE_TIME', '', 'LESS_THAN', '32'),
      assertion('JSON_RESPONSE', '$.certificate.sans.length', 'EQUALS', '2'),
      assertion('JSON_RESPONSE', '$.ocspStatus', 'IS_NULL'),
      assertion('JSON_RESPONSE', '$.securityBaseline.grade', 'EQUALS', 'A-'),
      assertion('TEXT_RESPONSE', '"protocol":"([^"]*)"', 'EQUALS', 'TLS1.3'),
      assertion('TEXT_RESPONSE', '', 'CONTAINS', '"chainTrusted":true'),
    ]
    for (const one of good) assert.equal(holds(one), true, `${one.source} ${one.property}`)
    assert.equal(holds(assertion('CONNECTION', 'ocspStatus', 'EQUALS', 'good')), false)
    assert.equal(holds(assertion('CONNECTION', 'resolvedIp', 'CONTAINS', '.'), { resolvedIp: null }), false)
  })

  test('a failing assertion fails a sound certificate, and all are evaluated on a bad one', () => {
    const assertions = [
      assertion('CERTIFICATE', 'keySizeBits', 'GREATER_THAN', '4096'),
      assertion('CERTIFICATE', 'isCA', 'EQUALS', 'false'),
    ]
    assert.equal(levelOf(evaluate(sslDocument(), { assertions })), 'failed')
    const { detail } = evaluate(sslDocument({ daysUntilExpiry: -1 }), { assertions })
    assert.deepEqual(
      detail.assertions.map(({ error }) => error === null),
      [false, true],
    )
    const { detail: none } = unreachable('ENOTFOUND', 'dns', { assertions })
    assert.deepEqual(
      none.assertions.map(({ error }) => error),
      ['not evaluated', 'not evaluated'],
    )
  })
})
