/** The part of a structured logger that is used here: fields first, then one plain sentence. */
export type Logger = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
