import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { parseOpenApi } from './parse-openapi.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Shop' },
  servers: [{ url: 'https://{region}.example.com/v1/', variables: { region: { default: 'eu' } } }],
  components: {
    parameters: {
      page: { name: 'page', in: 'query', required: true, schema: { type: 'integer', default: 1 } },
    },
    schemas: { Order: { type: 'object', example: { id: 7 } } },
    paths: { loop: { $ref: '#/components/paths/loop' } },
  },
  paths: {
    '/orders/{order-id}': {
      parameters: [{ name: 'order-id', in: 'path', required: true }],
      get: {
        summary: 'Show an order',
        tags: ['orders'],
        parameters: [
          { $ref: '#/components/parameters/page' },
          { name: 'sort', in: 'query' },
          { name: 'X-Tenant', in: 'header', example: 'shop' },
        ],
      },
      put: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
      },
    },
    '/loop': { $ref: '#/components/paths/loop' },
    '/elsewhere': { $ref: 'https://example.com/other.json' },
  },
}

function operationsOf(value: unknown) {
  const parsed = parseOpenApi(JSON.stringify(value))
  return parsed.kind === 'operations' ? parsed : assert.fail(JSON.stringify(parsed))
}

suite('an OpenAPI document', () => {
  test('each operation is a request, with what it needs and the samples that the document has', () => {
    const { title, operations } = operationsOf(document)
    assert.equal(title, 'Shop')
    const [show, change, ...others] = operations
    assert.deepEqual(others, [])
    assert.deepEqual([show?.name, show?.tags], ['Show an order', ['orders']])
    assert.equal(show?.request.url, 'https://eu.example.com/v1/orders/{{order_id}}')
    assert.deepEqual(show.request.queryParameters, [{ key: 'page', value: '1', locked: false }])
    assert.deepEqual(show.request.headers, [{ key: 'X-Tenant', value: 'shop', locked: false }])
    assert.deepEqual([change?.name, change?.request.method], ['PUT /orders/{order-id}', 'PUT'])
    assert.deepEqual([change?.request.body, change?.request.bodyType], ['{\n  "id": 7\n}', 'JSON'])
  })

  test('Swagger 2 has its address in parts', () => {
    const { operations } = operationsOf({
      swagger: '2.0',
      host: 'api.example.com',
      basePath: '/v2',
      schemes: ['http'],
      paths: {
        '/pets': {
          post: {
            description: 'Adds a pet',
            parameters: [{ in: 'body', name: 'pet', schema: { example: { name: 'Rex' } } }],
          },
        },
      },
    })
    assert.equal(operations[0]?.name, 'Adds a pet')
    assert.equal(operations[0].request.url, 'http://api.example.com/v2/pets')
    assert.equal(operations[0].request.body, '{\n  "name": "Rex"\n}')
  })

  for (const [text, says] of [
    ['openapi: 3.0.0', /JSON/],
    ['[]', /JSON/],
    ['{"a":1}', /not an OpenAPI/],
    ['{"openapi":"3.0.0","paths":{}}', /no operations/],
    ['{"openapi":"3.0.0","paths":{"/a":{"get":"x","__proto__":{"get":{}}}}}', /no operations/],
  ] as const) {
    test(`${text} is refused with a reason`, () => {
      const parsed = parseOpenApi(text)
      assert.match(parsed.kind === 'mistake' ? parsed.message : '', says)
    })
  }
})
