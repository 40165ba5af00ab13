import type { ApiRunConfig } from '../src/check-types/api/result.ts'
import type { Assertion } from '../src/check-types/assertion.ts'

type Fields = Partial<Omit<ApiRunConfig, 'request'>> & { request?: Partial<ApiRunConfig['request']> }

/** A check with the defaults of the contract. */
export function apiConfig({ request, ...fields }: Fields = {}): ApiRunConfig {
  return {
    shouldFail: false,
    degradedResponseTime: 5_000,
    maxResponseTime: 20_000,
    ...fields,
    request: {
      method: 'GET',
      url: 'https://api.example.com/',
      followRedirects: true,
      skipSSL: false,
      ipFamily: 'IPv4',
      body: '',
      bodyType: 'NONE',
      headers: [],
      queryParameters: [],
      basicAuth: null,
      assertions: [],
      ...request,
    },
  }
}

export function assertion(
  source: string,
  comparison: Assertion['comparison'],
  target = '',
  { property = '', regex = '' }: { property?: string; regex?: string } = {},
): Assertion {
  return { source, property, comparison, target, regex }
}
