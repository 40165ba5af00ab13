import { defineConfig } from 'checkly'

export default defineConfig({
  projectName: 'Shop',
  logicalId: 'team/shop#1',
  checks: { checkMatch: '**/*.check.js', locations: ['eu-west-1'] },
  ...(process.env.REPORTERS === undefined ? {} : { cli: { reporters: process.env.REPORTERS.split(',') } }),
})
