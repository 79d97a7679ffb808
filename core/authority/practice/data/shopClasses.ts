/**
 * Classes of level 5, the ones an item must carry, for what a shop sells: `code|tax type, when known|name`.
 * The live list is far longer; these follow its shape, the parent's eight digits and two more.
 */
export const SHOP_CLASSES = `
1012160100|A|Poultry feed
1012180100|A|Dog and cat food
1015150100|A|Vegetable seeds and seedlings
1017150100|A|Organic fertilizers
1111160100|B|Stone, sand and ballast
1211180100||Matches
1510150500|B|Kerosene
1510150600|B|Petrol
1510150700|B|Diesel
1511151000|C|Liquefied petroleum gas in cylinders
1512150100|B|Engine oil
2411150300|B|Plastic bags and sacks
2411150500|B|Paper bags
2510150300|B|Motorcycles and spare parts
2611170100|B|Rechargeable batteries
2611170200|B|Alkaline batteries
2611170300|B|Dry cell batteries
2711170100|B|Screwdrivers
2711220100|B|Hammers
3010150100|B|Steel bars
3011160100|B|Cement
3015200100|B|Roofing sheets
3016170100|B|Floor tiles
3116150100|B|Screws
3116200100|B|Nails
3121150100|B|Paint
3121160100|B|Paint brushes and rollers
3910161200|B|Incandescent light bulbs
3910162800|B|LED light bulbs
3911161000|B|Torches
3911270000|B|Candles
3912140200|B|Sockets and plugs
3912150100|B|Switches
4014170100|B|Water pipes and fittings
4111350100|B|Measuring tapes
4213150100|B|Face masks
4213220500|B|Examination gloves
4231150500|B|Bandages and dressings
4231151000|B|Plasters
4319150100|B|Mobile phones
4319160900|B|Phone chargers and cables
4320181100|B|Memory cards and flash disks
4321150300|B|Notebook computers
4410310300|B|Printer toner
4411150300|B|Files and folders
4412161800|B|Scissors
4412170100|B|Ballpoint pens
4412170600|B|Pencils
4412180400|B|Erasers
4412190400|B|Rulers and geometry sets
4412200300|B|Glue
4713150100|B|Cleaning cloths
4713160400|B|Brooms
4713161800|B|Mops
4713180300|B|Disinfectant
4713180700|B|Bleach
4713181000|B|Dishwashing liquid
4713181100|B|Laundry detergent powder
4713181200|B|Air freshener
4713190100|B|Insecticide sprays
5010170100|A|Peanuts, raw
5010170200|B|Roasted nuts
5011150100|A|Beef, fresh
5011151000|A|Goat meat, fresh
5011151100|A|Chicken, fresh
5011200100|B|Sausages
5012150100|A|Fresh fish
5012160100|B|Tinned fish
5013160900|A|Eggs, fresh
5013170100|A|Fresh milk, unprocessed
5013170200|A|Pasteurised milk
5013170300|B|Long-life milk
5013170400|B|Powdered milk
5013170500|B|Yoghurt
5013170600|B|Fermented milk
5013180100|B|Cheese
5013190100|B|Butter
5013190200|B|Ghee
5015150100|B|Vegetable cooking oil
5015151300|B|Sunflower oil
5015151400|B|Cooking fat
5015160100|B|Margarine
5016150100|B|Sugar, brown
5016150900|B|Sugar, white
5016151000|A|Honey, unprocessed
5016180000|B|Sweets
5016181300|B|Chocolate bars
5016181400|B|Chewing gum
5017150100|B|Spices
5017155100|B|Salt
5017180200|B|Tomato sauce
5017183000|B|Jam
5017183100|B|Peanut butter
5018170500|B|Baking powder
5018170800|B|Cakes
5018170900|B|Doughnuts and mandazi
5018190100|C|Ordinary bread
5018190300|B|Speciality bread
5018190500|B|Biscuits
5019210900|B|Potato crisps
5019211200|B|Popcorn
5019290200|B|Noodles
5019290300|B|Spaghetti and pasta
5020170600|B|Coffee, instant
5020170800|A|Coffee beans, unprocessed
5020171100|B|Tea bags
5020171300|B|Tea leaves, packed
5020220100|B|Beer
5020220300|B|Wine
5020220600|B|Spirits
5020230100|B|Drinking water, bottled
5020230400|B|Fruit juice
5020230600|B|Soft drinks
5020230900|B|Energy drinks
5020231000|B|Mineral water
5021150200|B|Cigarettes
5021160700|B|Matches and lighters
5022100100|C|Maize, whole
5022100500|A|Beans, dry
5022100600|A|Green grams
5022100700|A|Lentils
5022110100|A|Rice
5022110200|B|Breakfast cereal
5022110300|A|Wheat, whole
5022110400|B|Oats
5022110801|A|Flour, milled
5022130100|C|Wheat flour
5022130200|C|Maize flour
5022130300|B|Millet and sorghum flour
5022130400|B|Porridge flour
5030150000|A|Apples, fresh
5030160000|A|Avocados, fresh
5030170000|A|Bananas, fresh
5030450000|A|Mangoes, fresh
5030460000|A|Oranges, fresh
5030530000|A|Pineapples, fresh
5030560000|A|Watermelons, fresh
5040170000|A|Cabbages, fresh
5040180000|A|Carrots, fresh
5040240000|A|Onions, fresh
5040250000|A|Potatoes, fresh
5040270000|A|Spinach and kale, fresh
5040650000|A|Tomatoes, fresh
5050170000|B|Vitamin supplements
5059690800|B|Bread and buns, packed
5110150000|A|Antibiotics
5114200100|A|Pain relievers
5128160000|A|Antimalarials
5213150100|B|Curtains and beddings
5215150400|B|Disposable cups and plates
5215200600|B|Cooking pots
5216150500|B|Television sets
5216151200|B|Radios
5310150000|B|Trousers
5310180000|B|Shirts
5311160000|B|Shoes
5311161300|B|Sandals
5313160300|B|Razors
5313160500|B|Body lotion
5313160600|B|Petroleum jelly
5313160700|B|Deodorant
5313160800|B|Bath soap
5313160900|B|Bar soap
5313161400|B|Sanitary disposal bags
5313161500|C|Sanitary towels
5313162200|B|Shampoo
5313162600|B|Hand sanitiser
5313170300|B|Toothpaste
5313170400|B|Toothbrushes
5510150600|A|Newspapers and magazines
5510150900|A|Text books
6010540000|A|Exercise books
6014100000|B|Toys
1411170400|B|Toilet paper
1411170500|B|Serviettes and tissues
1411171100|B|Baby diapers
1411150700|B|Printing paper
7214100000|B|Building repair services
7310150000|B|Milling services
7810180400|B|Delivery services
7810180500|B|Courier services
7811180800|B|Vehicle hire
7818150000|B|Vehicle repair services
8011160000|B|Temporary labour services
8110150000|B|Technical services
8111150000|B|Computer support services
8116170000|B|Airtime and telecommunication services
8116170100|B|Internet data bundles
8210150000|B|Printing and advertising services
8312150000|B|Photocopying services
8412150000|A|Mobile money agency services
8610150000|A|Training services
9010150000|B|Restaurant and catering services
9011150000|B|Accommodation services
9110150000|B|Hairdressing and beauty services
9111150000|B|Laundry services
`
