/** No try can succeed: something in the configuration of the channel or of the server is missing or wrong. */
export class CannotSend extends Error {
  override readonly name = 'CannotSend'
}
