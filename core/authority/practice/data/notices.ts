/** Notices to all taxpayers, in the members of selectNoticeList (authority §1.4 no. 4). */
export const NOTICES = [
  [
    '20230401080000',
    'Electronic tax invoices',
    'Every sale is to be recorded and transmitted as an electronic tax invoice.',
  ],
  ['20240328090000', 'Regulations on electronic tax invoices', 'The regulations commenced on 28 March 2024.'],
  [
    '20250115083000',
    'Keep your device key',
    'The communication key is issued once. Keep it with your backups.',
  ],
  [
    '20250701100000',
    'Reasons for credit notes',
    'A credit note names its reason and the invoice it corrects.',
  ],
  [
    '20260105070000',
    'Validation of returns',
    'Income and expenses are validated against electronic tax invoices.',
  ],
].map(([regDt = '', title, cont], index) => ({
  noticeNo: index + 1,
  title,
  cont,
  dtlUrl: `https://practice.invalid/notices/${index + 1}`,
  regrNm: 'Administrator',
  regDt,
}))
