import { richMultistep } from './rich-multistep.ts'

/** As many fields as a browser check can have of its own. */
export const richBrowser = {
  ...richMultistep,
  name: 'Checkout',
  scriptPath: 'tests/checkout.spec.ts',
  sslCheckDomain: 'shop.example.net',
}
