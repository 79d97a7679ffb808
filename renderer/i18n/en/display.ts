export const display = {
  welcome: 'Welcome',
  lines: 'Your goods',
  total: 'Total',
  giveBack: 'You get back',
  discount: 'Discount',
  change: 'Your change',
  thanks: 'Thank you',
  code: 'QR code of the receipt',
  scan: 'Scan this code to check your receipt with {{authority}}',
  training: 'Training: not a real sale',
}
