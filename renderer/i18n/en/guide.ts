/**
 * The guide in the program. `[sell:cart.pay]` is the text of that button in the language of the screen, so that a page
 * never names a button that is not there. A step says one thing to do.
 */
export const guide = {
  title: 'Help',
  search: 'Search help',
  none: 'No page has “{{text}}”',
  noneText: 'Try another word, or fewer words.',
  contents: 'Pages',
  keys: 'Keys',
  open: 'Open {{screen}}',
  unlock: 'Signing in',
  firstRun: 'Setting up',
  pages: {
    setUp: {
      title: 'Set up a shop',
      steps: {
        1: '[firstRun:tryAct] shows Kaunta first. Nothing there is a real sale.',
        2: 'For your own shop, touch [firstRun:connectAct]. Enter your name and choose a passcode.',
        3: 'Enter the name of the shop. The receipt beside it shows how it prints.',
        4: 'Enter the details that {{authority}} approved, then touch [firstRun:device.act].',
        5: 'Add a few goods and choose a printer. Touch [firstRun:finish].',
      },
      note: 'You can close Kaunta at any step. It continues there at the next start.',
    },
    moveShop: {
      title: 'Bring a shop from another computer',
      steps: {
        1: 'Connect the disk that has the backups.',
        2: 'Touch [firstRun:restoreAct]. Enter your name and choose a passcode.',
        3: 'Touch [firstRun:restore.choose], and choose the newest backup.',
        4: 'Compare the tax PIN, the last receipt and the last sale with your papers.',
        5: 'Enter your passcode, and touch [firstRun:restore.act].',
        6: 'Enter the device key. If you do not have it, touch [firstRun:later] and ask {{authority}} for it.',
      },
      note: 'Stop the other computer first. Two computers must not sell for one shop with the same device.',
    },
    signIn: {
      title: 'Unlock the till',
      steps: {
        1: 'Touch your name.',
        2: 'Enter your passcode, then touch [unlock:unlock].',
        3: 'To lock the till, touch your name in the bar at the top.',
      },
      note: 'An open sale stays. The next person who unlocks the till continues it.',
    },
    passcode: {
      title: 'You forgot your passcode',
      steps: {
        1: 'Ask the owner. Nobody can read a passcode, but the owner can set a new one.',
        2: 'The owner opens [common:screens.settings] → [settings:section.people] and touches your name.',
        3: 'The owner enters a new passcode and touches [settings:people.confirm].',
      },
      note: 'Kaunta waits longer after each wrong passcode. The screen shows how long.',
    },
    sell: {
      title: 'Sell something',
      steps: {
        1: 'Scan the barcode, or touch the item. You can also type its name, code or price.',
        2: 'Touch + or − on a line for one more or one less. Touch the number to type another one.',
        3: 'Touch [sell:cart.void] to remove a line. [sell:voided.undo] brings it back.',
        4: 'Touch [sell:cart.pay].',
      },
      note: 'Type 3* before a scan to add three. [sell:check.title] shows a price and adds nothing.',
    },
    cash: {
      title: 'Take cash',
      steps: {
        1: 'Touch [sell:cart.pay].',
        2: 'Touch the amount that the customer gives, or type it.',
        3: 'Touch [payment:complete]. Kaunta shows the change.',
        4: 'Give the change and the receipt. The next scan starts the next sale.',
      },
      note: 'A customer can pay in two ways. Enter the first amount and take it, then choose the other way. With [shift:settings.round], Kaunta shows the rounding.',
    },
    mpesa: {
      title: 'Take M-PESA',
      steps: {
        1: 'Touch [sell:cart.pay], then [payment:method.mobileMoney].',
        2: 'Wait for the M-PESA message. Check its name and amount.',
        3: 'Enter the code of the message in [payment:reference.mobileMoney]. You can leave it empty.',
        4: 'Touch [payment:complete].',
      },
      note: 'Kaunta warns you if the code has paid another sale. To take it once more, a manager enters a passcode.',
    },
    credit: {
      title: 'Sell on credit',
      steps: {
        1: 'Touch [sell:cart.pay], then [payment:method.credit]. It may be behind [payment:more].',
        2: 'Touch [payment:owing.name], and type the phone number, the name or the PIN.',
        3: 'Touch the customer. Kaunta shows what the sale does to the limit.',
        4: 'Touch [payment:complete].',
      },
      note: 'The customer needs a credit limit, which a manager sets on Customers. Above it, a manager must approve.',
    },
    buyer: {
      title: 'Put the buyer’s PIN on a receipt',
      steps: {
        1: 'Touch [sell:cart.buyer] before you take the money.',
        2: 'Enter the PIN, such as P051234567X. {{authority}} finds the name.',
        3: 'Ask the buyer whether the name is right, then touch [sell:buyer.use].',
      },
      note: 'Kaunta cannot check a PIN while {{authority}} is offline. Read it back to the buyer.',
    },
    park: {
      title: 'Serve another customer first',
      steps: {
        1: 'Touch [sell:cart.park].',
        2: 'Enter [sell:parked.name], such as “Table 4”, or leave it empty. Touch [sell:cart.park] again.',
        3: 'Serve the other customer.',
        4: 'Touch [sell:cart.parked], choose the sale, then touch [sell:parked.take].',
      },
    },
    hubParked: {
      title: 'Continue a sale of another till',
      steps: {
        1: 'Tills with one hub share the sales that they park. Touch [sell:cart.parked] at any of them.',
        2: 'Each sale says its till and who parked it. Choose one, then touch [sell:parked.take].',
        3: 'It is in this cart now, and no other till can take it. If another till was faster, the list says who.',
        4: 'If the hub does not answer, only sales of this till are listed. Ask at the other tills before you take one.',
      },
      note: 'A sale that takes back goods of a receipt stays at its till.',
    },
    proforma: {
      title: 'Print a proforma',
      steps: {
        1: 'Ring up the goods, then touch [sell:cart.park].',
        2: 'Touch [sell:proforma.make]. It prints, and the sale stays open.',
        3: 'Later, touch [sell:cart.parked], then [sell:proforma.title].',
        4: 'Search for its number or buyer, then touch [sell:proforma.take].',
      },
      note: 'A proforma is no receipt. The sale has the prices of today, and Kaunta says which of them changed.',
    },
    training: {
      title: 'Train a new cashier',
      steps: {
        1: 'Touch the three dots beside [sell:check.title], then [sell:training.start]. A cashier needs approval.',
        2: 'The screen gets a purple frame and the word [common:frame.training]. Sell, print and refund as always.',
        3: 'Touch [common:frame.endTraining] in the bar. The open sale of before is there again.',
      },
      note: 'Training changes no stock, no cash and no total, and nothing goes to {{authority}}. Its papers say TRAINING; X and Z count them apart. It also ends when the till locks.',
    },
    discount: {
      title: 'Give a discount',
      steps: {
        1: 'Choose the line, then touch [sell:cart.discount].',
        2: 'Choose [sell:discount.onLine] or [sell:discount.onSale].',
        3: 'Enter per cent or shillings, and confirm.',
        4: 'For another price of one piece, a manager touches [sell:cart.price].',
      },
      note: 'The owner sets how much a cashier can give. More needs a manager.',
    },
    unknown: {
      title: 'A barcode is unknown',
      steps: {
        1: 'Kaunta shows [sell:unknown.title] and adds nothing to the sale.',
        2: 'A cashier touches [sell:unknown.dismiss] and tells a manager.',
        3: 'A manager touches [sell:unknown.create] and fills in name, price and stock.',
        4: 'The manager touches [items:form.saveNew], then [items:form.backToSell].',
      },
    },
    otherItem: {
      title: 'Sell an item that the list lacks',
      steps: {
        1: 'Touch + above the goods, or press Shift+F2.',
        2: 'Enter name, price and quantity, and choose goods or a service.',
        3: 'Choose the {{authority}} category. It may propose the tax letter; check it.',
        4: 'Press F9. The item is in the list from now on, and in the sale.',
      },
      note: 'A manager may have to approve it. If you give the sale up, the goods stay in stock: count them later.',
    },
    arrange: {
      title: 'Arrange the Sell screen',
      steps: {
        1: 'Touch the pencil ([sell:arrange.open]), then [sell:arrange.newPage].',
        2: 'Give the page a name, and add items from the list.',
        3: 'Drag the items into your order. The arrow keys move them too.',
        4: 'Touch [sell:arrange.done].',
      },
      note: '[sell:arrange.colours] gives each category a colour.',
    },
    receipt: {
      title: 'Find and print a receipt',
      steps: {
        1: 'Type a number, an amount, a name or an M-PESA code. Or scan the QR code on the paper.',
        2: 'Touch the receipt.',
        3: 'Touch [receipts:action.print]. The first print is the original, and all later ones are copies.',
      },
      note: 'On Sell, [sell:last.receipt] (Ctrl+P) opens the last one. A sale that is open waits.',
    },
    refund: {
      title: 'Give money back',
      steps: {
        1: 'Find the receipt on [common:screens.receipts] and touch it.',
        2: 'Touch [receipts:action.credit].',
        3: 'Enter how many of each item come back. [receipts:credit.all] takes the whole sale.',
        4: 'Choose a reason, and whether the goods go back on the shelf.',
        5: 'Touch [receipts:credit.confirm]. Give the customer the money and the credit note.',
      },
      note: 'A till with a branch hub also refunds what another till sold. Enter the whole number, or scan the receipt. While the hub is away, refund it at the till that sold it.',
    },
    exchange: {
      title: 'Exchange goods',
      steps: {
        1: 'Find the receipt on [common:screens.receipts] and touch it. Then touch [receipts:action.credit].',
        2: 'Enter how many of each item come back, and the reason. Touch [receipts:credit.exchange].',
        3: 'Sell shows the returned goods above the new ones. Scan the new goods.',
        4: 'Touch [sell:cart.pay]. Take the difference, or choose how it goes back: cash, M-PESA or card.',
        5: 'Give the customer both papers: the credit note and the receipt.',
      },
      note: 'What is still owed of the earlier sale is reduced first.',
    },
    changePayment: {
      title: 'Change how a sale was paid',
      steps: {
        1: 'Find the receipt on [common:screens.receipts] and touch it.',
        2: 'Touch [receipts:payment.change].',
        3: 'Choose how the customer really paid. [receipts:payment.add] is for two ways.',
        4: 'Touch [receipts:payment.save].',
      },
      note: 'You can do this until the day ends, and not after a refund. {{authority}} keeps the first way.',
    },
    report: {
      title: 'Print the day’s report',
      steps: {
        1: 'Choose the day on [common:screens.receipts].',
        2: 'Touch [receipts:report.title].',
        3: 'Touch [receipts:report.print] for paper, or [receipts:report.pdf] for a file.',
      },
      note: 'You can print the report as often as you like.',
    },
    customers: {
      title: 'Add a customer',
      steps: {
        1: 'Touch [customers:add].',
        2: 'Enter the name and the phone number. Enter the PIN only for a customer who has one.',
        3: 'A manager enters [customers:limit], if the customer may buy on credit.',
        4: 'Touch [customers:form.save].',
      },
      note: 'You can find a phone number as 07…, 01… or +254….',
    },
    debts: {
      title: 'Take a payment of a debt',
      steps: {
        1: 'Touch [customers:filter.owing], then the customer.',
        2: 'Touch [customers:pay] and enter the amount. It pays the oldest sales of this till first, then those of other tills.',
        3: 'For other sales touch [customers:payment.chosen] and choose them.',
        4: 'Choose how the customer pays, and touch [customers:payment.save].',
        5: 'Touch [customers:printSlip]. The paper is no fiscal receipt.',
      },
      note: '[customers:statement] shows all sales and payments of a time. You can print it or send it as a PDF.',
    },
    mergeCustomers: {
      title: 'Merge two customers that are one',
      steps: {
        1: 'Touch the customer that should go, then the three dots, then [customers:merge].',
        2: 'Search the customer that stays, and touch it.',
        3: 'Touch the button at the bottom.',
      },
      note: 'Sales, payments and debts move to the customer that stays. Nothing is deleted.',
    },
    shift: {
      title: 'Open a shift, and move cash',
      steps: {
        1: 'Touch [shift:open], and enter how many notes and coins are in the drawer.',
        2: 'Touch [shift:open] again. Everybody who sells at this till now sells in this shift.',
        3: 'For cash that goes in or out, touch [shift:cash.payIn], [shift:cash.payOut] or [shift:cash.drop].',
        4: 'Enter the amount and the reason, then touch [shift:cash.save]. You can print a slip.',
      },
      note: 'The X report shows the totals so far. You can print it as often as you like.',
    },
    closeShift: {
      title: 'Close a shift',
      steps: {
        1: 'Touch [shift:close.act], and count the cash in the drawer.',
        2: 'Touch [shift:close.next]. Kaunta shows the difference.',
        3: 'If the cash differs, count again or write a note.',
        4: 'Touch [shift:close.act], then print the Z report.',
      },
      note: 'A shift closes without the network. Parked sales and sales that wait for {{authority}} stay.',
    },
    addItem: {
      title: 'Add an item',
      steps: {
        1: 'Touch [items:new].',
        2: 'Enter the name and the price with VAT. Scan the barcode into its field.',
        3: 'Choose [items:form.tax]. If in doubt, ask your accountant.',
        4: 'Choose [items:form.itemClass]. {{authority}} requires it.',
        5: 'Count the goods and enter [items:form.opening]. Touch [items:form.saveNew], or [items:form.saveNext].',
      },
      note: 'You can sell the item at once. Kaunta registers it at {{authority}} automatically.',
    },
    importList: {
      title: 'Import a list of items',
      steps: {
        1: 'Put the names of the columns into the first row of your spreadsheet. Save it as XLSX or CSV UTF-8.',
        2: 'Touch [items:import.open], then [items:import.choose].',
        3: 'Check each column under [items:import.columns], and each text under [items:import.letters].',
        4: 'Read the preview. It shows every change, and every row that cannot be imported. [items:import.saveFailed] keeps those rows with the reason.',
        5: 'Touch [items:import.confirm_other].',
      },
      note: 'You can import the same list again. Kaunta creates no item twice.',
    },
    bulkChange: {
      title: 'Change the prices of many items',
      steps: {
        1: 'On Items search or filter the list. Touch the three dots, then [bulk:open].',
        2: 'Choose [bulk:what]: prices, tax letter, category or low-stock level. Enter the new value.',
        3: 'Choose [bulk:which] for fewer items. Touch an item in the preview to take it out.',
        4: 'Check the new values. Then touch [bulk:confirm_other].',
      },
      note: 'You can undo the change under [imports:title], on the same three dots.',
    },
    undoImport: {
      title: 'Undo an import',
      steps: {
        1: 'On Items touch the three dots, then [imports:title].',
        2: 'Touch the list that was wrong. You see what it did with each item.',
        3: 'Touch [imports:undo.open]. Read the preview: it shows each value that comes back, and each that stays.',
        4: 'Touch [imports:undo.confirm_other].',
      },
      note: 'A value that somebody changed since stays. An item that the list created is no longer for sale; its sales and stock stay. Import the list again to have it back.',
    },
    exportList: {
      title: 'Export a list for a spreadsheet',
      steps: {
        1: 'Open a screen with a list, and filter the list as you need it.',
        2: 'Touch [exporting:open], and choose the kind of file.',
        3: 'Touch [exporting:start]. Save the file where you want it.',
        4: 'Change the items in your spreadsheet if you like, then import the file under [items:import.open].',
      },
      note: 'Managers can export. Each export is recorded under [common:screens.activity].',
    },
    labels: {
      title: 'Print price labels and barcodes',
      steps: {
        1: 'On Items touch the three dots, then [labels:open]. A search or a filter puts its items on the list. A delivery has [labels:open] too.',
        2: 'Scan more items, or touch [labels:unlabelled] or [labels:since].',
        3: 'Enter how many labels each item gets. [labels:give] makes a barcode for items that have none.',
        4: 'Choose [labels:format]. If the sheet is not new, enter [labels:start].',
        5: 'Touch [labels:print]. Choose the label printer, the same paper size, no margins, and a scale of 100 %.',
        6: 'A receipt printer can print labels too: give it the use [settings:printer.own.uses.labels] in Settings, and choose it as [labels:format].',
      },
      note: 'Kaunta never gives a barcode that your scales print. Scan one label before you print many.',
    },
    classes: {
      title: 'Choose {{authority}} categories',
      steps: {
        1: 'Touch [items:classes.open].',
        2: 'Choose one for each category. [items:classes.takeProposals] fills in suggestions.',
        3: 'Touch [items:classes.confirm_other].',
      },
      note: 'The filter [items:filter.classNotChosen] shows the items that have none yet.',
    },
    lookItem: {
      title: 'Look up an item',
      steps: {
        1: 'Scan the item, or type its name or code.',
        2: 'Touch it. You see its price, tax letter and stock.',
      },
      note: 'Only a manager can change items.',
    },
    receive: {
      title: 'Receive goods',
      steps: {
        1: 'Touch [stock:adjust].',
        2: 'Choose [stock:kind.received].',
        3: 'Scan each item, or type its name. Enter the quantity that came.',
        4: 'Write the number of the delivery note into [stock:form.remark].',
        5: 'Touch [stock:form.save_other].',
      },
    },
    count: {
      title: 'Count the stock',
      steps: {
        1: 'Choose [stock:tabs.counts], touch [stock:count.start], and choose the goods. For a shelf choose [stock:count.scope.list], and scan its goods.',
        2: 'Scan each item, or type its name. Enter the quantity on the shelf. Several people can count at once, also while others sell.',
        3: '[stock:count.show.missing] lists what nobody counted yet. [stock:count.printSheet] prints it, to be counted by hand.',
        4: '[stock:count.show.differing] shows each difference and what may explain it. [stock:count.again] starts an item from the beginning.',
        5: 'Touch [stock:count.book]. The stock changes to what was counted, and {{authority}} gets the differences.',
      },
      note: 'Before Kaunta books a large difference it asks again. An owner chooses what is large in [common:screens.settings] → [settings:section.selling].',
    },
    adjust: {
      title: 'Correct the stock of a few items',
      steps: {
        1: 'Touch [stock:adjust], and choose [stock:kind.count].',
        2: 'Scan each item, and enter the quantity on the shelf.',
        3: 'Touch [stock:form.save_other]. Kaunta records the difference.',
      },
      note: 'For goods that are gone, choose [stock:kind.lost] or [stock:kind.wasted]. For goods that the shop needs itself, choose [stock:kind.ownUse].',
    },
    levels: {
      title: 'See what is in stock',
      steps: {
        1: 'Scan the item, or type its name or code.',
        2: '[stock:filter.low] shows the items at their alert. [stock:filter.runsOut] shows those that will soon be gone, at the rate at which they sell. [stock:filter.unsold] shows goods that nobody buys.',
        3: 'Choose the order, for example [stock:order.lasts].',
        4: 'Touch an item. You see how it sells, its stock over 90 days, its open orders, and each movement with its document.',
      },
      note: 'Only a manager can adjust the stock. If {{authority}} has more or less of an item though nothing waits, a manager touches [stock:settle.open] there. Goods of a till of this branch that is not linked with yours are no difference.',
    },
    hubStock: {
      title: 'Read the stock of the branch',
      steps: {
        1: 'Tills with one hub share one stock. [common:screens.stock] shows what all of them moved.',
        2: 'A sale at another till changes the stock here within seconds.',
        3: 'If the hub does not answer, the screen says of which time the stock is. Sales of this till are in it, those of other tills are not.',
        4: 'Count while all tills are in touch. A count names the tills that were not heard of.',
      },
      note: 'Two tills may sell the last piece at once. Both sales stand, and the stock is -1.',
    },
    order: {
      title: 'Order what runs out',
      steps: {
        1: 'Touch [stock:tabs.orders]. Kaunta lists what runs out before an order could arrive.',
        2: 'Choose the supplier, how long its orders take, and how long the goods should last.',
        3: 'Change the quantities. Clear a quantity to leave the item out; scan an item to add it.',
        4: 'Touch [orders:make], then [orders:print]. The goods are on order.',
        5: 'When the goods come, touch [orders:takeIn] and enter their costs. Then touch [orders:received].',
      },
      note: 'The quantity is what sells until the order arrives and as long as it should last, with the days to spare, less what is in stock and on order. Whole cases are ordered where Kaunta knows them.',
    },
    deliver: {
      title: 'Take in a supplier’s goods',
      steps: {
        1: 'Touch the invoice. [purchases:fetch] looks for new ones.',
        2: 'Choose the item of each new line. Kaunta remembers it for the supplier.',
        3: 'A case of 24 counts as 24: enter 24 beside the line once.',
        4: 'Scan each piece, or enter what came. [purchases:invoice.everything] fills in the rest.',
        5: 'A manager touches [purchases:invoice.deliver], and prints the slip.',
      },
      note: '{{authority}} takes only the whole invoice. If goods are missing, ask the supplier for a credit note. A manager can decline an invoice that is not yours.',
    },
    customs: {
      title: 'Goods from abroad',
      steps: {
        1: 'Touch [purchases:tabs.customs]. [purchases:fetch] looks for new goods.',
        2: 'Touch the goods, and choose which of your items they are.',
        3: 'For a case of 24 enter 24 in [customs:entry.units]. Kaunta remembers both for this supplier.',
        4: 'Correct [customs:entry.unitCost] if you know duty and transport.',
        5: 'Touch [customs:entry.approve]: the goods are in the stock, and {{authority}} is told.',
        6: 'If the goods are not yours, touch [customs:entry.reject] and say why.',
      },
      note: 'Do not enter these goods by hand as well: they would be in the stock twice. If {{authority}} rejects what you decided, the {{authority}} screen says why.',
    },
    enterDelivery: {
      title: 'Goods without an invoice',
      steps: {
        1: 'Touch [purchases:byHand].',
        2: 'Enter the supplier. For goods from abroad that are not under [purchases:tabs.customs] choose [purchases:enter.imported].',
        3: 'Scan each item. Enter the quantity and what one cost.',
        4: 'Touch [purchases:enter.save].',
      },
      note: 'Kaunta keeps the last and the average cost of each item. Only managers see them.',
    },
    receiveTransfer: {
      title: 'Goods from another branch',
      steps: {
        1: 'Open [common:screens.stock] → [stock:tabs.transfers]. [transfers:fetch] looks for new goods.',
        2: 'Touch the branch. Choose the item of each line that has none; Kaunta remembers it.',
        3: 'Scan each piece, or enter what came. [transfers:arrival.everything] fills in the rest.',
        4: 'A manager touches [transfers:arrival.receive].',
      },
      note: 'Only what came is booked in. What is missing stays listed under [transfers:which.differing]: tell the sender. If {{authority}} lists nothing, a manager touches [transfers:byHand].',
    },
    sendTransfer: {
      title: 'Send goods to another branch',
      steps: {
        1: 'Open [common:screens.stock] → [stock:tabs.transfers], and touch [transfers:send].',
        2: 'Choose the branch. Scan each item and enter how many.',
        3: 'Touch [transfers:goods.save.send]. The goods leave the stock here.',
        4: 'Touch [transfers:transfer.print], and give the note to the driver.',
      },
      note: '[transfers:tabs.out] shows whether {{authority}} has each transfer. The other branch takes the goods in with its own till.',
    },
    offline: {
      title: '{{authority}} is offline',
      steps: {
        1: 'Continue to sell. Kaunta saves every sale.',
        2: 'Give the customer the slip. The receipt with the signature can follow.',
        3: 'Do nothing more. Kaunta sends every sale in order when {{authority}} is back.',
        4: '[queue:action.tryNow] tries at once.',
      },
      note: '[common:state.unknown] means that an answer was lost. Do not ring the sale up again: Kaunta asks {{authority}} first.',
    },
    rejected: {
      title: '{{authority}} rejected a receipt',
      steps: {
        1: 'Look under [queue:causes.toFix]. Sales with the same cause are together.',
        2: 'A manager touches the button of the cause, such as [queue:solve.addStock_other].',
        3: 'Kaunta then sends the sales again.',
        4: '[queue:causes.details] shows each sale and the message of {{authority}}.',
      },
      note: 'The sale is saved. Cancel a document only if you ring the sale up once more.',
    },
    activity: {
      title: 'See who did what',
      steps: {
        1: 'Choose a kind, such as [audit:filter.void] or [audit:filter.refund].',
        2: 'Each row shows the time, the person, the action and the amount.',
        3: '[audit:proof] shows whether somebody changed the records outside Kaunta.',
      },
    },
    settings: {
      title: 'Find a setting',
      steps: {
        1: 'Type a word into [settings:search], such as a language or a colour.',
        2: 'Touch the row. It shows the present value.',
        3: 'Change the value, and touch [settings:save] where you see it.',
      },
      note: '[settings:section.look] changes the language and the theme. Most other settings are for the owner.',
    },
    people: {
      title: 'Add a person',
      steps: {
        1: 'Open [common:screens.settings] → [settings:section.people].',
        2: 'Touch [settings:people.add].',
        3: 'Enter a name, choose a role, and let the person choose a passcode.',
        4: 'Touch [settings:people.confirm].',
      },
      note: 'When a person leaves, touch the name and switch off [settings:people.active].',
    },
    rights: {
      title: 'Decide who may do what',
      steps: {
        1: 'Open [common:screens.settings] → [settings:section.approvals].',
        2: 'Choose for each act and role: [approval:right.allowed], [approval:right.approval] or [approval:right.no].',
        3: 'Touch [settings:save].',
      },
      note: 'Activity shows each change, and each approval with both names. A cashier may always correct the line just added.',
    },
    approve: {
      title: 'Get approval for one act',
      steps: {
        1: 'Work as usual. When an act needs approval, a window opens over the sale.',
        2: 'The manager touches their name and a reason, and enters the passcode.',
        3: 'The manager touches [approval:approve]. Kaunta does that one act, and you stay signed in.',
      },
      note: 'If nobody can approve now, close the window. Nothing is done, and the sale stays as it was. Goods removed with approval cannot be brought back.',
    },
    tenders: {
      title: 'Add a way to pay',
      steps: {
        1: 'Open [common:screens.settings] → [settings:section.tenders].',
        2: 'Touch [settings:tenders.add]. Enter its name and kind, and choose whether it needs a reference.',
        3: 'Move it with the arrows. The first three stand on the payment step, the others under [payment:more].',
        4: 'Touch [settings:save].',
      },
      note: 'A saved one stays in the list, because receipts name it. Switch off [settings:tenders.on] instead.',
    },
    paper: {
      title: 'Change the receipt',
      steps: {
        1: 'Open [common:screens.settings] → [settings:section.shop].',
        2: 'Enter the name, address and telephone number of the shop. The preview shows the receipt.',
        3: 'Touch [settings:save].',
        4: '[settings:section.printer] sets where receipts are printed.',
      },
    },
    printer: {
      title: 'Choose and test the printer',
      steps: {
        1: 'Open [common:screens.settings] → [settings:section.printer].',
        2: 'Choose [settings:printer.direct] for a printer of the counter, then [settings:printer.own.find].',
        3: 'Choose the printer, name it, say its uses, and touch [settings:printer.own.save].',
        4: 'Touch [settings:printer.test]. Wait for the paper, then touch [settings:printer.yes].',
        5: 'Touch [settings:save].',
      },
      note: 'If nothing prints, check power, paper and cable. A new printer appears after [settings:printer.refresh].',
    },
    drawer: {
      title: 'Connect the cash drawer',
      steps: {
        1: 'Plug the cable of the drawer into the receipt printer.',
        2: 'Open [common:screens.settings] → [settings:section.printer] and choose the printer.',
        3: 'Turn on [settings:printer.own.drawer], then touch [settings:printer.own.save].',
        4: 'Under [settings:section.tenders], choose which payments open the drawer.',
        5: 'To open it without a sale, touch [shift:cash.noSale] on [common:screens.shift].',
      },
      note: 'Cash in and out open it too. A drawer that cannot open within 5 seconds stays shut; it never opens later.',
    },
    papers: {
      title: 'When the printer stops',
      steps: {
        1: 'Read the bar on top. It names the printer and says what to do, such as a new roll.',
        2: 'Sell on. Papers wait, and print in their order once the printer can.',
        3: 'If Kaunta asks whether a paper came out, look, then touch [settings:printer.job.yes] or [settings:printer.job.no].',
        4: 'To print elsewhere, touch [settings:printer.job.title] and choose another printer.',
      },
      note: 'Nobody can print an original twice by this. A paper prints again only after a person said that it did not come out.',
    },
    display: {
      title: 'Show the sale to the customer',
      steps: {
        1: 'Connect a second screen to the computer, and turn it to the customer.',
        2: 'Open [common:screens.settings] → [settings:section.display].',
        3: 'Touch [settings:display.open].',
        4: 'In a browser: move the new window to that screen, and press F11.',
        5: 'To show a picture between sales, touch [settings:display.choose].',
      },
      note: 'The display shows lines, total, change and the QR code of the receipt, never a name or PIN. It clears when the sale ends, is parked, or the till locks.',
    },
    scale: {
      title: 'Weigh goods on a connected scale',
      steps: {
        1: 'Connect the scale, then open [common:screens.settings] → [settings:section.serial].',
        2: 'Choose [settings:serial.scalePort] and [settings:serial.kind]. Set the scale as the text below says.',
        3: 'Touch [settings:save], then [settings:serial.weigh].',
        4: 'On [common:screens.sell]: touch goods sold by weight, put them on the scale, then touch [sell:quantity.weigh].',
      },
      note: 'Kaunta takes a steady weight only. An item is sold by weight if its unit is kg or g.',
    },
    pole: {
      title: 'Show prices on a pole display',
      steps: {
        1: 'Connect the pole display, then open [common:screens.settings] → [settings:section.serial].',
        2: 'Choose [settings:serial.polePort] and [settings:serial.baud].',
        3: 'Touch [settings:save], then [settings:serial.show].',
      },
      note: 'The pole display shows item and price, then total and change. It clears when the till locks.',
    },
    restore: {
      title: 'Restore a backup',
      steps: {
        1: 'Open [common:screens.settings] → [settings:section.backup].',
        2: 'Touch [recovery:restore.act] beside a backup. For a file elsewhere, use [recovery:restore.file].',
        3: 'Kaunta checks the backup. Read what it contains and what may be lost.',
        4: 'Enter your passcode, and touch [recovery:restore.confirm].',
      },
      note: 'Kaunta keeps the current file, makes backups automatically, and verifies each one.',
    },
    connect: {
      title: 'Connect to {{authority}}',
      steps: {
        1: 'Have the approval of {{authority}} ready: tax PIN, branch number and device serial number.',
        2: 'Open [common:screens.settings] → [settings:section.profiles].',
        3: 'Touch [settings:profiles.connect], and enter the details.',
        4: 'Touch [settings:profiles.switch] on the new shop.',
        5: 'Open [settings:section.device], and touch [settings:device.initialise].',
      },
      note: 'A device can be activated only once. If that was done elsewhere, use [settings:device.restore].',
    },
    practice: {
      title: 'The practice shop',
      steps: {
        1: 'Open [common:screens.settings] → [settings:section.profiles].',
        2: 'Touch [settings:profiles.createPractice].',
        3: 'Touch [settings:profiles.switch] to practise. The striped border means that nothing is real.',
        4: '[settings:section.outage] lets {{authority}} fail, so that you see what happens.',
      },
      note: 'Do not sell to customers in a practice shop.',
    },
    software: {
      title: 'Connect other software',
      steps: {
        1: 'Open [common:screens.settings] → [settings:section.software].',
        2: 'Switch on [settings:software.switch].',
        3: 'Touch [settings:software.mint] and name the program. Copy the key and the address into the other program.',
        4: '[settings:software.description] tells programmers how to use it.',
      },
      note: 'Anyone who has the key can sell for this shop. [settings:software.revoke] ends it.',
    },
    hubComputer: {
      title: 'Make a computer the hub',
      steps: {
        1: 'Choose a computer that is on while the shop is open. Open [common:screens.settings] → [settings:section.hub] there.',
        2: 'The owner touches [hub:computer.start]. The first start takes some seconds.',
        3: 'Touch [hub:computer.link] to link the till of this computer.',
        4: 'At each other till touch [hub:link.pair], and enter the address and the code.',
      },
      note: 'The hub starts and ends with Kaunta on this computer. If another program uses its port, the screen says so.',
    },
    hubDay: {
      title: 'Read the day of the branch',
      steps: {
        1: 'Open [common:screens.settings] → [settings:section.hub] at a linked till, and touch [hub:day.title].',
        2: 'Choose the day. The paper has the sums of all tills, ways to pay, tax, payments of debts, cash in and out, sellers and shifts.',
        3: 'If a till was not heard of since, it is named. It may have sold more.',
        4: 'Touch [hub:day.print].',
        5: 'Touch [hub:best.title] for the 50 goods that brought most, of that day or up to 30 days. Credit notes are subtracted.',
      },
      note: 'Documents that {{authority}} has not signed yet are in the sums, and counted for each till.',
    },
    hubTills: {
      title: 'Add a till, or end one',
      steps: {
        1: 'Open [common:screens.settings] → [settings:section.hub] at a linked till. [hub:tills.title] lists each till, and when it was last heard of.',
        2: 'An owner touches [hub:tills.add]. The address and the code are for the new till.',
        3: 'At the new till an owner opens [settings:section.hub], touches [hub:link.pair], and enters both.',
        4: 'If a till [hub:tills.unconfirmed], compare its two words there, then touch [hub:tills.admit].',
        5: 'If a till is stolen, an owner touches [hub:tills.end]. The hub takes nothing from it from then on.',
        6: 'If such a till comes back, an owner touches [hub:link.pairAgain] there, and enters the address and a new code.',
      },
      note: 'The list says who added, admitted and ended each till, and at which till.',
    },
    hubOffers: {
      title: 'Decide about changes of two tills',
      steps: {
        1: 'Two tills may change one price while the hub is off. The first change to arrive is in force, and the bar tells a manager of the other.',
        2: 'Open [common:screens.settings] → [settings:section.hub]. [hub:offers.title] shows both values, with who, where and when.',
        3: 'Touch [hub:offers.take] or [hub:offers.leave].',
        4: 'Two tills may also make one item or customer twice. Keep one, or touch [hub:twins.different].',
      },
      note: 'Nothing changes until a manager decides. If somebody changes it meanwhile, the till asks you to look again.',
    },
    hubLetter: {
      title: 'Change a tax letter at several tills',
      steps: {
        1: 'Change [hub:offers.field.tax_type] of the item at one till, as at a single till.',
        2: 'Every till of the branch takes the new letter. {{authority}} gets it once each till has it and has sent what it sold before.',
        3: 'If a till is switched off, open [common:screens.settings] → [settings:section.hub]. [hub:offers.title] names the till. Switch it on, and {{authority}} gets the letter.',
        4: 'If the till cannot come back, an owner touches [hub:letters.register].',
      },
      note: 'Until then, receipts under the new letter await the {{authority}} signature. After step 4, {{authority}} rejects what the till sold under the old letter, and Kaunta holds it for a manager.',
    },
    hubBrowser: {
      title: 'Look at the shop from a phone',
      steps: {
        1: 'An owner opens [common:screens.settings] → [settings:section.hub] at a linked till, and touches [hub:screens.set].',
        2: 'Open the address that is shown there, in the browser of a phone or computer in the same network.',
        3: 'The browser warns first, because the hub made its certificate itself. Open the details of the certificate there.',
        4: 'Compare its SHA-256 fingerprint with [hub:screens.fingerprint] at the till. If they differ, close the page and enter nothing.',
        5: 'If they are the same, continue to the page. Enter the name and the password.',
        6: 'You see the tills of each branch, [hub:offers.title] and [hub:day.title].',
      },
      note: 'You stay signed in for 12 hours. If a phone is lost, set another password: that signs it out.',
    },
    hubOff: {
      title: 'When the hub is off',
      steps: {
        1: 'Keep selling. The till has its items, prices and people, and saves every sale.',
        2: 'The bar says since when the hub does not answer. [hub:note.open] opens the reason and the remedy.',
        3: 'Check that the computer of the hub is on, and the network. Then touch [hub:link.tryNow].',
        4: 'If the hub has a new address, the till finds it within a minute or two. In another network, touch [hub:link.change].',
      },
      note: 'Everything that waits is sent once the hub answers. Other tills get later changes of items and prices only then.',
    },
    hubLost: {
      title: 'When the computer of the hub is lost',
      steps: {
        1: 'See whether it is only off, or without network. If it works again, do nothing else. Tills sell meanwhile.',
        2: 'At the deputy an owner opens [common:screens.settings] → [settings:section.hub], and touches [hub:takeOver.act]. [hub:tills.title] names the deputy.',
        3: 'If you have a backup of the hub, choose its folder. Enter your passcode.',
        4: 'At each other till touch [hub:link.change], and enter the address of the new hub. No code is needed.',
        5: 'Do not start the hub of the old computer again. Touch [hub:sheet.open] at the new hub, and print it.',
      },
      note: 'Prepare for it now: print the recovery sheet, and see that the deputy is a till on another computer. If the computer of the hub was put back from an image, turn all tills on: they tell the hub what it lacks.',
    },
    update: {
      title: 'Install a new version',
      steps: {
        1: 'The owner opens [common:screens.settings] → [settings:section.update] once, and enters [settings:update.address].',
        2: 'Kaunta downloads a new version while you sell. The bar tells a manager when it is ready.',
        3: 'Finish or park the open sale, and touch [settings:update.install].',
        4: 'Kaunta copies its data, closes, and starts again automatically.',
        5: 'On Windows the firewall may ask about Kaunta. Other software on this computer needs no permission: choose Cancel.',
      },
      note: 'If a version does not start, Kaunta goes back while nothing was stored with it. Removing Kaunta from the computer leaves its data folder.',
    },
    support: {
      title: 'Ask for support',
      steps: {
        1: 'Open [common:screens.settings] → [settings:section.diagnostics].',
        2: 'Touch [settings:diagnostics.make]. You see the content of the file.',
        3: 'Send the file to the person who helps you.',
      },
      note: 'The file has no names, prices, amounts or passcodes.',
    },
  },
}
