import { Type, type Static, type TSchema } from 'typebox'
import { OneOf, component } from './building-blocks.ts'

/** Where a refused value was found. */
export const validationSources = ['payload', 'query', 'params', 'headers'] as const
export type ValidationSource = (typeof validationSources)[number]

const Validation = component(
  'Validation',
  Type.Object({
    source: OneOf(validationSources),
    keys: Type.Array(Type.String(), { description: 'Dotted paths of the rejected fields.' }),
  }),
)

const Attributes = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

function errorSchema<T extends Record<string, TSchema>>(
  name: string,
  statusCode: number,
  reason: string,
  extra: T,
) {
  return component(
    name,
    Type.Object(
      {
        statusCode: Type.Unsafe<number>({ type: 'number', enum: [statusCode] }),
        error: OneOf([reason]),
        message: Type.String(),
        ...extra,
      },
      { description: reason },
    ),
  )
}

const attributes = { attributes: Type.Optional(Attributes) }
const errorCode = { errorCode: Type.Optional(Type.String()) }

export const errorSchemas = {
  400: errorSchema('BadRequestError', 400, 'Bad Request', { validation: Type.Optional(Validation) }),
  401: errorSchema('UnauthorizedError', 401, 'Unauthorized', attributes),
  402: errorSchema('PaymentRequiredError', 402, 'Payment Required', attributes),
  403: errorSchema('ForbiddenError', 403, 'Forbidden', errorCode),
  404: errorSchema('NotFoundError', 404, 'Not Found', errorCode),
  409: errorSchema('ConflictError', 409, 'Conflict', {}),
  410: errorSchema('GoneError', 410, 'Gone', {}),
  413: errorSchema('PayloadTooLargeError', 413, 'Payload Too Large', {}),
  415: errorSchema('UnsupportedMediaTypeError', 415, 'Unsupported Media Type', {}),
  416: errorSchema('RangeNotSatisfiableError', 416, 'Range Not Satisfiable', {}),
  429: errorSchema('TooManyRequestsError', 429, 'Too Many Requests', attributes),
} as const

/** The body of every error. */
export type ErrorBody = {
  statusCode: number
  error: string
  message: string
  attributes?: Record<string, unknown>
  validation?: Static<typeof Validation>
  errorCode?: string
  /** Of a project, while another deployment of it is refused. */
  deploymentId?: string
}
