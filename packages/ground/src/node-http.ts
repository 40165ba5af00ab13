/**
 * Node's HTTP, to be imported from here. An import of `node:http` reads everything that it exports, and with that loads the
 * client behind `fetch` and `WebSocket`: 15 MB, for as long as the program runs, in a program that uses neither.
 */
export const http = process.getBuiltinModule('node:http')
