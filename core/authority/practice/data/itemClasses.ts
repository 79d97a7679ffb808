/** Item classes of levels 1 to 4 as the authority serves them, one `code|level|name` a line (authority §1.4 no. 5). */
export const ITEM_CLASSES = `
10000000|1|Live Plant and Animal Material and Accessories and Supplies
10100000|2|Live animals
10101500|3|Livestock
10110000|2|Domestic pet products
10120000|2|Animal feed
10121600|3|Bird and fowl food
10130000|2|Animal containment and habitats
10131600|3|Animal containment
10140000|2|Saddlery and harness goods
10150000|2|Seeds and bulbs and seedlings and cuttings
10151600|3|Cereal seeds
10160000|2|Floriculture and silviculture products
10170000|2|Fertilizers and plant nutrients and herbicides
10171600|3|Chemical fertilizers and plant nutrients
10190000|2|Pest control products
10200000|2|Live rose bushes
10210000|2|Live plants of high species or variety count flowers
10220000|2|Live plants of low species or variety count flowers
11000000|1|Mineral and Textile and Inedible Plant and Animal Materials
11100000|2|Minerals and ores and metals
11110000|2|Earth and stone
11111600|3|Stone
11120000|2|Non edible plant and forestry products
11121600|3|Wood
11130000|2|Non edible animal products
11131600|3|Other animal products
11140000|2|Scrap and waste materials
11141600|3|Non metallic waste and scrap
11150000|2|Fibers and threads and yarns
11151600|3|Threads
11160000|2|Fabrics and leather materials
11161500|3|Silk fabrics
11161600|3|Wool fabrics
11170000|2|Alloys
11171600|3|Stainless steel alloys
11180000|2|Metal oxide
11190000|2|Metal waste scrap and by products
12000000|1|Chemicals including Bio Chemicals and Gas Materials
12130000|2|Explosive materials
12131600|3|Pyrotechnics
12140000|2|Elements and gases
12141600|3|Rare earth metals
12160000|2|Additives
12170000|2|Colorants
12171600|3|Pigments
12180000|2|Waxes and oils
12181600|3|Oils
12190000|2|Solvents
12350000|2|Compounds and mixtures
13000000|1|Resin and Rosin and Rubber and Foam and Film and Elastomeric Materials
13100000|2|Rubber and elastomers
13101600|3|Processed and synthetic rubber
13110000|2|Resins and rosins and other resin derived materials
13111000|3|Resins
13111100|3|Rosins
13111200|3|Plastic films
13111300|3|Foams
14000000|1|Paper Materials and Products
14100000|2|Paper materials
14110000|2|Paper products
14111600|3|Novelty paper
14120000|2|Industrial use papers
14121600|3|Tissue papers
15000000|1|Fuels and Fuel Additives and Lubricants and Anti corrosive Materials
15100000|2|Fuels
15101600|3|Solid and gel fuels
15110000|2|Gaseous fuels and additives
15120000|2|Lubricants and oils and greases and anti corrosives
15130000|2|Fuel for nuclear reactors
15131600|3|Fission fuel assemblies
20000000|1|Mining and Well Drilling Machinery and Accessories
20100000|2|Mining and quarrying machinery and equipment
20101500|3|Cutting equipment
20110000|2|Well drilling and operation equipment
20111600|3|Drilling and operation machinery
20120000|2|Oil and gas drilling and exploration equipment
20121400|3|Completion tools and equipment
20121600|3|Drilling bits
20130000|2|Oil and gas drilling and operation materials
20140000|2|Oil and gas operating and production equipment
21000000|1|Farming and Fishing and Forestry and Wildlife Machinery and Accessories
21100000|2|Agricultural and forestry and landscape machinery and equipment
21101600|3|Agricultural machinery for planting and seeding
21110000|2|Fishing and aquaculture equipment
21111600|3|Aquaculture equipment
22000000|1|Building and Construction Machinery and Accessories
22100000|2|Heavy construction machinery and equipment
22101600|3|Paving equipment
23000000|1|Industrial Manufacturing and Processing Machinery and Accessories
23100000|2|Raw materials processing machinery
23110000|2|Petroleum processing machinery
23120000|2|Textile and fabric machinery and accessories
23121600|3|Textile working machinery and equipment and accessories
23130000|2|Lapidary machinery and equipment
23131600|3|Faceting equipment and accessories
23140000|2|Leatherworking repairing machinery and equipment
23141600|3|Leather preparing machinery and accessories
23150000|2|Industrial process machinery and equipment and supplies
23151600|3|Cement and ceramics and glass industry machinery and equipment and supplies
23160000|2|Foundry machines and equipment and supplies
23161600|3|Foundry supplies
23180000|2|Industrial food and beverage equipment
23181600|3|Food cutting machinery
23190000|2|Mixers and their parts and accessories
23191000|3|Batch mixers
23191100|3|Continuous mixers
23200000|2|Mass transfer equipment
23201000|3|Gas liquid contacting systems
23201200|3|Industrial drying equipment
23210000|2|Electronic manufacturing machinery and equipment and accessories
23220000|2|Chicken processing machinery and equipment
23221000|3|Arrival department machinery and equipment
23221100|3|Killing and defeathering department machinery and equipment
23230000|2|Sawmilling and lumber processing machinery and equipment
23231000|3|Log debarkers and accessories
23240000|2|Metal cutting machinery and accessories
23241400|3|Metal grinding machines
23250000|2|Metal forming machinery and accessories
23260000|2|Rapid prototyping machinery and accessories
23270000|2|Welding and soldering and brazing machinery and accessories and supplies
23271400|3|Welding machinery
23280000|2|Metal treatment machinery
23290000|2|Industrial machine tools
23300000|2|Wire machinery and equipment
24000000|1|Material Handling and Conditioning and Storage Machinery and their Accessories and Supplies
24100000|2|Material handling machinery and equipment
24101600|3|Lifting equipment and accessories
24110000|2|Containers and storage
24120000|2|Packaging materials
24130000|2|Industrial refrigeration
24131600|3|Industrial freezers
24140000|2|Packing supplies
24141600|3|Cushioning supplies
25000000|1|Commercial and Military and Private Vehicles and their Accessories and Components
25100000|2|Motor vehicles
25101600|3|Product and material transport vehicles
25110000|2|Marine transport
25111600|3|Safety and rescue water craft
25120000|2|Railway and tramway machinery and equipment
25130000|2|Aircraft
25131400|3|Safety and Rescue Aircraft
25131600|3|Civilian and commercial rotary wing aircraft
25150000|2|Spacecraft
25160000|2|Non motorized cycles
25170000|2|Transportation components and systems
25171600|3|Defrosting and defogging systems
25180000|2|Vehicle bodies and trailers
25181600|3|Automotive chassis
25190000|2|Transportation services equipment
25191600|3|Space transportation support systems and equipment
25200000|2|Aerospace systems and components and equipment
26000000|1|Power Generation and Distribution Machinery and Accessories
26100000|2|Power sources
26101100|3|Electric alternating current AC motors
26101200|3|Electric direct current DC motors
26101300|3|Non electric motors
26101400|3|Motor or generator components
26110000|2|Batteries and generators and kinetic power transmission
26111600|3|Power generators
26120000|2|Electrical wire and cable and harness
26121600|3|Electrical cable and accessories
26130000|2|Power generation
26131600|3|Exhaust structures or screening equipment
26140000|2|Atomic and nuclear energy machinery and equipment
26141600|3|Subcritical assembly equipment
27000000|1|Tools and General Machinery
27110000|2|Hand tools
27111600|3|Forming tools
27120000|2|Hydraulic machinery and equipment
27130000|2|Pneumatic machinery and equipment
27140000|2|Automotive specialty tools
27141000|3|Body tools
30000000|1|Structures and Building and Construction and Manufacturing Components and Supplies
30100000|2|Structural components and basic shapes
30101500|3|Angles
30110000|2|Concrete and cement and plaster
30111600|3|Cement and lime
30120000|2|Roads and landscape
30121600|3|Asphalts
30130000|2|Structural building products
30131600|3|Bricks
30140000|2|Insulation
30150000|2|Exterior finishing materials
30151600|3|Roofing accessories
30160000|2|Interior finishing materials
30161600|3|Ceiling materials
30170000|2|Doors and windows and glass
30171600|3|Windows
30180000|2|Plumbing fixtures
30181600|3|Non sanitary residential fixtures
30190000|2|Construction and maintenance support equipment
30191600|3|Ladders and scaffolding accessories
30240000|2|Portable Structure Building Components
30250000|2|Underground mining structures and materials
30260000|2|Structural materials
31000000|1|Manufacturing Components and Supplies
31100000|2|Castings and casting assemblies
31110000|2|Extrusions
31130000|2|Forgings
31140000|2|Moldings
31150000|2|Rope and chain and cable and wire and strap
31151600|3|Chains
31160000|2|Hardware
31161500|3|Screws
31161600|3|Bolts
31170000|2|Bearings and bushings and wheels and gears
31171600|3|Bushings
31180000|2|Packings glands boots and covers
31190000|2|Grinding and polishing and smoothing materials
31191600|3|Abrasive wheels
31200000|2|Adhesives and sealants
31201600|3|Adhesives
31210000|2|Paints and primers and finishes
31211600|3|Paint additives
31220000|2|Dyeing and tanning extracts
31230000|2|Machined raw stock
31240000|2|Industrial optics
31250000|2|Pneumatic and hydraulic and electric control systems
31260000|2|Housings and cabinets and casings
31270000|2|Machine made parts
31280000|2|Stampings and sheet components
31290000|2|Machined extrusions
31300000|2|Machined forgings
31310000|2|Fabricated pipe assemblies
31320000|2|Fabricated bar stock assemblies
31330000|2|Fabricated structural assemblies
31340000|2|Fabricated sheet assemblies
31350000|2|Fabricated tube assemblies
31360000|2|Fabricated plate assemblies
31370000|2|Refractories
31380000|2|Magnets and magnetic materials
31390000|2|Machinings
31400000|2|Gaskets
31410000|2|Seals
31420000|2|Sintered parts
32000000|1|Electronic Components and Supplies
32100000|2|Printed circuits and integrated circuits and microassemblies
32101600|3|Integrated circuits
32110000|2|Discrete semiconductor devices
32120000|2|Passive discrete components
32130000|2|Electronic hardware and component parts and accessories
32131000|3|Electronic component parts and raw materials and accessories
32140000|2|Electron tube devices and accessories
32150000|2|Automation control devices and components and accessories
39000000|1|Electrical Systems and Lighting and Components and Accessories and Supplies
39100000|2|Lamps and lightbulbs and lamp components
39101600|3|Lamps and lightbulbs
39110000|2|Lighting Fixtures and Accessories
39111600|3|Exterior lighting fixtures and accessories
39120000|2|Electrical equipment and components and supplies
39121000|3|Power conditioning equipment
39121100|3|Distribution and control centers and accessories
39121300|3|Electrical boxes and enclosures and fittings and accessories
39121400|3|Electrical lugs plugs and connectors
39121600|3|Circuit protection devices and accessories
39130000|2|Electrical wire management devices and accessories and supplies
39131600|3|Wire protection devices
40000000|1|Distribution and Conditioning Systems and Equipment and Components
40100000|2|Heating and ventilation and air circulation
40101500|3|Ventilation
40140000|2|Fluid and gas distribution
40141600|3|Valves
40150000|2|Industrial pumps and compressors
40151600|3|Compressors
40160000|2|Industrial filtering and purification
40161600|3|Purification
40170000|2|Pipe piping and pipe fittings
40180000|2|Tubes tubing and tube fittings
41000000|1|Laboratory and Measuring and Observing and Testing Equipment
41100000|2|Laboratory and scientific equipment
41110000|2|Measuring and observing and testing instruments
41111600|3|Length and thickness and distance measuring instruments
41120000|2|Laboratory supplies and fixtures
41121600|3|Pipette tips
41150000|2|Clinical laboratory and toxicology testing systems, components, and supplies
41151600|3|Clinical laboratory instruments
41170000|2|Diagnostic and microbiological devices
41171600|3|Microbiology devices
42000000|1|Medical Equipment and Accessories and Supplies
42120000|2|Veterinary equipment and supplies
42121600|3|Veterinary products
42130000|2|Medical apparel and textiles
42131600|3|Medical staff clothing and related articles
42140000|2|Patient care and treatment products and supplies
42141600|3|Basins and bedpans and urinals and admission kits
42150000|2|Dental equipment and supplies
42151600|3|Dental and subspecialty instruments and devices
42160000|2|Dialysis equipment and supplies
42161600|3|Extracorporeal hemodialysis equipment and supplies
42170000|2|Mobile medical services products
42171600|3|Mobile medical services extricating and immobilizing and transporting products
42180000|2|Patient exam and monitoring products
42181600|3|Blood pressure units and related products
42190000|2|Medical facility products
42191600|3|Medical facility building systems
42200000|2|Medical diagnostic imaging and nuclear medicine products
42201600|3|Medical magnetic resonance imaging MRI products
42210000|2|Independent living aids for the physically challenged
42211600|3|Bathroom and bathing aids for the physically challenged
42220000|2|Intravenous and arterial administration products
42230000|2|Clinical nutrition
42240000|2|Orthopedic and prosthetic and sports medicine products
42250000|2|Physical and occupational therapy and rehabilitation products
42260000|2|Postmortem and mortuary equipment and supplies
42270000|2|Respiratory and anesthesia and resuscitation products
42280000|2|Medical cleaning and sterilization products
42290000|2|Surgical products
42300000|2|Medical training and education supplies
42310000|2|Wound care products
42320000|2|Orthopedic surgical implants
43000000|1|Information Technology Broadcasting and Telecommunications
43190000|2|Communications Devices and Accessories
43191600|3|Personal communications device accessories or parts
43200000|2|Components for information technology or broadcasting or telecommunications
43201400|3|System Cards
43201600|3|Chassis components
43210000|2|Computer Equipment and Accessories
43220000|2|Data Voice or Multimedia Network Equipment or Platforms and Accessories
43230000|2|Software
44000000|1|Office Equipment and Accessories and Supplies
44100000|2|Office machines and their supplies and accessories
44101600|3|Paper processing machines and accessories
44110000|2|Office and desk accessories
44111600|3|Cash handling supplies
44120000|2|Office supplies
44121600|3|Desk supplies
45000000|1|Printing and Photographic and Audio and Visual Equipment and Supplies
45100000|2|Printing and publishing equipment
45101600|3|Printing machinery accessories
45110000|2|Audio and visual presentation and composing equipment
45111400|3|Classroom And Language Laboratory Equipment & Interpretation Systems
45111600|3|Projectors and supplies
45120000|2|Photographic or filming or video equipment
45121600|3|Camera accessories
45130000|2|Photographic and recording media
45131600|3|Moving picture media
45140000|2|Photographic filmmaking supplies
45141600|3|Darkroom supplies
46000000|1|Defense and Law Enforcement and Security and Safety Equipment and Supplies
46100000|2|Light weapons and ammunition
46101600|3|Ammunition
46110000|2|Conventional war weapons
46120000|2|Missiles
46130000|2|Rockets and subsystems
46140000|2|Launchers
46150000|2|Law enforcement
46151600|3|Security and control equipment
46160000|2|Public safety and control
46161600|3|Water safety
46170000|2|Security surveillance and detection
46171600|3|Surveillance and detection equipment
46180000|2|Personal safety and protection
46181600|3|Safety footwear
46190000|2|Fire protection
46191600|3|Fire fighting equipment
46200000|2|Defense and law enforcement and security and safety training equipment
46201000|3|Public safety training equipment
46201100|3|Small arms weapons training equipment
46210000|2|Workplace safety equipment and supplies and training materials
46220000|2|Military weapon and ammunition disarmament and disposal equipment and related products
47000000|1|Cleaning Equipment and Supplies
47100000|2|Water and wastewater treatment supply and disposal
47101600|3|Water treatment consumables
47110000|2|Industrial laundry and dry cleaning equipment
47111600|3|Ironing equipment
47120000|2|Janitorial equipment
47121600|3|Floor machines and accessories
47130000|2|Cleaning and janitorial supplies
47131600|3|Brooms and mops and brushes and accessories
48000000|1|Service Industry Machinery and Equipment and Supplies
48100000|2|Institutional food services equipment
48101600|3|Food preparation equipment
48110000|2|Vending machines
48120000|2|Gambling or wagering equipment
48130000|2|Funeral equipment and materials
49000000|1|Sports and Recreational Equipment and Supplies and Accessories
49100000|2|Collectibles and awards
49101600|3|Collectibles
49120000|2|Camping and outdoor equipment and accessories
49121600|3|Camping furniture
49130000|2|Fishing and hunting equipment
49140000|2|Watersports equipment
49150000|2|Winter sports equipment
49160000|2|Field and court sports equipment
49161600|3|Racquet and court sports equipment
49170000|2|Gymnastics and boxing equipment
49171600|3|Boxing equipment
49180000|2|Target and table games and equipment
49200000|2|Fitness equipment
49201600|3|Weight and resistance training equipment
49210000|2|Other sports
49220000|2|Sports equipment and accessories
49240000|2|Recreation and playground and swimming and spa equipment and supplies
50000000|1|Food Beverage and Tobacco Products
50100000|2|Nuts and seeds
50110000|2|Meat and poultry products
50120000|2|Seafood
50130000|2|Dairy products and eggs
50131600|3|Eggs and egg substitutes
50150000|2|Edible oils and fats
50151600|3|Edible animal oils and fats
50160000|2|Chocolate and sugars and sweeteners and confectionary products
50170000|2|Seasonings and preservatives
50180000|2|Bread and bakery products
50190000|2|Prepared and preserved foods
50200000|2|Beverages
50210000|2|Tobacco and smoking products and substitutes
50220000|2|Cereal and pulse products
50221000|3|Pulses
50221100|3|Cereals
50221300|3|Flour and milled products
50300000|2|Fresh fruits
50310000|2|Organic fresh fruits
50320000|2|Dried fruit
50330000|2|Dried organic fruit
50340000|2|Frozen fruit
50360000|2|Canned or jarred fruit
50370000|2|Canned or jarred organic fruit
50380000|2|Fresh fruit purees
50400000|2|Fresh vegetables
50410000|2|Organic fresh vegetables
50420000|2|Dried vegetables
50430000|2|Dried organic vegetables
50440000|2|Frozen vegetables
50450000|2|Frozen organic vegetables
50460000|2|Canned or jarred vegetables
50470000|2|Canned or jarred organic vegetables
50500000|2|Nutritional supplements
51000000|1|Drugs and Pharmaceutical Products
51100000|2|Amebicides and trichomonacides and antiprotozoals
51101600|3|Amebicides and Trichomonacides and Antiprotozoals
51110000|2|Antineoplastic agents
51111600|3|Antimetabolites
51120000|2|Antiarrythmics and antianginals and cardioplegics and drugs for heart failure
51130000|2|Hematolic drugs
51131600|3|Anticoagulants
51140000|2|Central nervous system drugs
51150000|2|Autonomic nervous system drugs
51151600|3|Cholinergic blocking agents
51160000|2|Drugs affecting the respiratory tract
51170000|2|Drugs affecting the gastrointestinal system
51171600|3|Laxatives
51180000|2|Hormones and hormone antagonists
51181600|3|Thyroid and antithyroid drugs
51190000|2|Agents affecting water and electrolytes
51191600|3|Electrolytes
51200000|2|Immunomodulating drugs
51201600|3|Vaccines and antigens and toxoids
51240000|2|Drugs affecting the ears, eye, nose and skin
51241100|3|Ophthalmic agents
51241200|3|Dermatologic agents
51260000|2|Adrenergic blocking agents
51270000|2|Anaesthetic drugs and related adjuncts and analeptics
51280000|2|Antibacterials
51290000|2|Antidepressants
51300000|2|Antifungal drugs
51310000|2|Antihistamines or H1 blockers
51320000|2|Antihyperlipidemic and hypocholesterolemic agents
51330000|2|Antipsychotics
51340000|2|Antiviral drugs
51350000|2|Estrogens and progestins and internal contraceptives
51360000|2|Hypnotics
51370000|2|Controlled substance analgesics
51380000|2|Nonsteroidal anti inflammatory drugs NSAIDs
51390000|2|Sympathomimetic or adrenergic drugs
51400000|2|Tranquilizers and antimanic and antianxiety drugs
51410000|2|Vasodilators
51420000|2|Corticosteroids
51430000|2|Antihypertensive drugs
51440000|2|Radiopharmaceuticals and contrast media
51450000|2|Anthelmintics
51460000|2|Herbal drugs
51470000|2|Antiseptics
52000000|1|Domestic Appliances and Supplies and Consumer Electronic Products
52100000|2|Floor coverings
52120000|2|Bedclothes and table and kitchen linen and towels
52121600|3|Table and kitchen linen and accessories
52130000|2|Window treatments
52131600|3|Blinds and shades
52140000|2|Domestic appliances
52141600|3|Domestic laundry appliances and supplies
52150000|2|Domestic kitchenware and kitchen supplies
52151600|3|Domestic kitchen tools and utensils
52160000|2|Consumer electronics
52161600|3|Audio visual equipment accessories
52170000|2|Domestic wall treatments
53000000|1|Apparel and Luggage and Personal Care Products
53100000|2|Clothing
53101600|3|Shirts and blouses
53110000|2|Footwear
53111600|3|Shoes
53120000|2|Luggage and handbags and packs and cases
53121600|3|Purses and handbags and bags
53130000|2|Personal care products
53131600|3|Bath and body
53140000|2|Sewing supplies and accessories
53141600|3|Miscellaneous sewing supplies
54000000|1|Timepieces and Jewelry and Gemstone Products
54100000|2|Jewelry
54110000|2|Timepieces
54111600|3|Clocks
54120000|2|Gemstones
55000000|1|Published Products
55100000|2|Printed media
55110000|2|Electronic reference material
55120000|2|Signage and accessories
55121600|3|Labels
56000000|1|Furniture and Furnishings
56100000|2|Accommodation furniture
56101600|3|Outdoor furniture
56110000|2|Commercial and industrial furniture
56111600|3|Panel systems
56120000|2|Classroom and instructional and institutional furniture and fixtures
56121000|3|Library furnishings
56121400|3|Cafeteria and lunchroom furnishings
56130000|2|Merchandising furniture and accessories
56140000|2|Decorative adornments
57000000|1|Humanitarian Relief Items, Kits, or Accessories
57010000|2|Survival supplies
57010100|3|Rapid response kits
57020000|2|Services related to humanitarian relief actions
57020100|3|Humanitarian operational services
57030000|2|Humanitarian health supplies
57030100|3|Health emergency kits
57030200|3|Emergency latrine facility
57030300|3|Water, sanitation and hygiene kits
57030400|3|Personal protective equipment
57040000|2|Educational or recreational items
57040100|3|Educational kits
57040200|3|Recreational kits
57040300|3|Early childhood development
57050000|2|Humanitarian relief food
57050100|3|Emergency nutritional kits
57050200|3|Food emergency rations
57050300|3|Food emergency kits
57060000|2|Shelter and relief items
57060100|3|Emergency clothing kits
57060200|3|Shelter emergency kits
57060300|3|Office emergency kits
57060400|3|Multipurpose emergency kits
57070000|2|Humanitarian logistics supplies
57070100|3|Logistics emergency kits
57080000|2|Humanitarian IT equipment
57080100|3|Emergency IT equipment kits
57111100|3|Rapid response kits
60000000|1|Musical Instruments and Games and Toys and Arts and Crafts and Educational Equipment and Materials and Accessories and Supplies
60100000|2|Developmental and professional teaching aids and materials and accessories and supplies
60110000|2|Classroom decoratives and supplies
60120000|2|Arts and crafts equipment and accessories and supplies
60121300|3|Art and craft cutting products
60121600|3|Studio aids
60130000|2|Musical Instruments and parts and accessories
60131000|3|Keyboard instruments
60131100|3|Brass instruments
60131200|3|Woodwind instruments
60131300|3|String instruments
60131400|3|Percussion instruments
60131600|3|Musical instrument sets
60140000|2|Toys and games
60141000|3|Toys
60141100|3|Games
64000000|1|Financial Instruments, Products, Contracts and Agreements
64100000|2|Bank offered products
64110000|2|Securities
64120000|2|Insurable interest contracts
64140000|2|Governmental property right conferrals
70000000|1|Farming and Fishing and Forestry and Wildlife Contracting Services
70100000|2|Fisheries and aquaculture
70101500|3|Fisheries operations
70110000|2|Horticulture
70111600|3|Flowering plants
70120000|2|Livestock services
70121600|3|Livestock industry
70130000|2|Land and soil preparation and management and protection
70131600|3|Land and soil preparation
70140000|2|Crop production and management and protection
70141600|3|Crop protection
70150000|2|Forestry
70151600|3|Forestry industry
70160000|2|Wildlife and flora
70161600|3|Flora
70170000|2|Water resources development and oversight
70171600|3|Water quality management services
70190000|2|Agricultural machinery and equipment assembly and installation services
70190100|3|Training services for users of agricultural machinery and equipment
71000000|1|Mining and oil and gas services
71100000|2|Mining services
71110000|2|Oil and gas exploration services
71120000|2|Well drilling and construction services
71130000|2|Oil and gas extraction and production enhancement services
71140000|2|Oil and gas restoration and reclamation services
71141100|3|Well plugging and abandonment services
71150000|2|Oil and gas data management and processing services
71151100|3|Oilfield data management services
71160000|2|Oil and gas well project management services
71161000|3|Oilfield modeling services
71161600|3|Other oilfield support services
72000000|1|Building and Facility Construction and Maintenance Services
72100000|2|Building and facility maintenance and repair services
72110000|2|Residential building construction services
72111000|3|Single family dwelling construction services
72111100|3|Multiple unit dwelling construction services
72120000|2|Nonresidential building construction services
72121000|3|New industrial building and warehouse construction services
72121100|3|Commercial and office building construction services
72121200|3|Agricultural building construction services
72121300|3|Automotive garage and service station construction services
72121400|3|Specialized public building construction services
72140000|2|Heavy construction services
72141000|3|Highway and road construction services
72141100|3|Infrastructure building and surfacing and paving services
72141200|3|Marine construction services
72141400|3|Detention facility construction and repair services
72141600|3|Mass transit system construction services
72150000|2|Specialized trade construction and maintenance services
72151000|3|Boiler and furnace construction and maintenance services
72151100|3|Plumbing construction services
72151200|3|Heating and cooling and air conditioning HVAC construction and maintenance services
72151300|3|Painting and paper hanging services
72151400|3|Wall covering construction services
72151600|3|Specialized communication system services
73000000|1|Industrial Production and Manufacturing Services
73100000|2|Plastic and chemical industries
73101600|3|Chemicals and fertilizers production
73110000|2|Wood and paper industries
73120000|2|Metal and mineral industries
73130000|2|Food and beverage industries
73131600|3|Meat and poultry and seafood processing
73140000|2|Fibers and textiles and fabric industries
73141600|3|Thread and yarn processing
73150000|2|Manufacturing support services
73151600|3|Packaging services
73160000|2|Machinery and transport equipment manufacture
73161600|3|Manufacture of transport equipment
73170000|2|Manufacture of electrical goods and precision instruments
73171600|3|Manufacture of precision instruments
73180000|2|Machining and processing services
73181100|3|Coating services
76000000|1|Industrial Cleaning Services
76100000|2|Decontamination services
76101600|3|Hazardous material decontamination
76110000|2|Cleaning and janitorial services
76111600|3|Building component cleaning services
76120000|2|Refuse disposal and treatment
76121600|3|Nonhazardous waste disposal
76130000|2|Toxic and hazardous waste cleanup
76131600|3|Toxic spill cleanup
77000000|1|Environmental Services
77100000|2|Environmental management
77101600|3|Environmental planning
77110000|2|Environmental protection
77111600|3|Environmental rehabilitation
77120000|2|Pollution tracking and monitoring and rehabilitation
77121600|3|Soil pollution
77130000|2|Pollutants tracking and monitoring and rehabilitation services
77131600|3|Noise pollution
77140000|2|Environmental laboratory services
78000000|1|Transportation and Storage and Mail Services
78100000|2|Mail and cargo transport
78101600|3|Rail cargo transport
78110000|2|Passenger transport
78111600|3|Passenger railway transportation
78120000|2|Material packing and handling
78121600|3|Material handling services
78130000|2|Storage
78131600|3|General goods storage
78140000|2|Transport services
78141600|3|Inspection
78180000|2|Transportation repair or maintenance services
78181600|3|Panel and paint services
78200000|2|Aviation-Related Services And Consultancy
78201000|3|Airport Maintenance
80000000|1|Management and Business Professionals and Administrative Services
80100000|2|Management advisory services
80101500|3|Business and corporate management consultation services
80110000|2|Human resources services
80111600|3|Temporary personnel services
80120000|2|Legal services
80121600|3|Business law services
80130000|2|Real estate services
80131600|3|Sale of property and building
80140000|2|Marketing and distribution
80141400|3|Fundraising Services
80141600|3|Sales and business promotion activities
80150000|2|Trade policy and services
80151600|3|International trade services
80160000|2|Business administration services
80161500|3|Management support services
80161600|3|Business facilities oversight
80170000|2|Public relations and professional communications services
80171600|3|Publicity and marketing support services
81000000|1|Engineering and Research and Technology Based Services
81100000|2|Professional engineering services
81101600|3|Mechanical engineering
81110000|2|Computer services
81111600|3|Computer programmers
81120000|2|Economics
81121600|3|Monetary systems and issues
81130000|2|Statistics
81140000|2|Manufacturing technologies
81141600|3|Supply chain management
81150000|2|Earth science services
81151600|3|Cartography
81160000|2|Information Technology Service Delivery
81161600|3|Electronic mail and messaging services
81170000|2|Biological science services
81171600|3|Ecological science services
82000000|1|Editorial and Design and Graphic and Fine Art Services
82100000|2|Advertising
82101600|3|Broadcast advertising
82110000|2|Writing and translations
82111400|3|Language Specific Editorial and Writing Services
82111600|3|Non technical writing
82120000|2|Reproduction services
82121600|3|Engraving
82130000|2|Photographic services
82131600|3|Photographers and cinematographers
82140000|2|Graphic design
82141600|3|Graphic display services
82150000|2|Professional artists and performers
82160000|2|Film and theater production support services
83000000|1|Public Utilities and Public Sector Related Services
83100000|2|Utilities
83101600|3|Oil and gas utilities
83110000|2|Telecommunications media services
83111600|3|Mobile communications services
83120000|2|Information services
83121600|3|Information centers
84000000|1|Financial and Insurance Services
84100000|2|Development finance
84101600|3|Aid financing
84110000|2|Accounting and bookkeeping services
84111600|3|Audit services
84120000|2|Banking and investment
84121600|3|Funds transfer and clearance and exchange services
84130000|2|Insurance and retirement services
84131600|3|Life and health and accident insurance
84140000|2|Credit agencies
84141600|3|Personal credit agencies
85000000|1|Healthcare Services
85100000|2|Comprehensive health services
85101600|3|Healthcare provider support persons
85110000|2|Disease prevention and control
85111600|3|Non contagious disease prevention and control
85120000|2|Medical practice
85121600|3|Medical doctor specialist services
85130000|2|Medical science research and experimentation
85131600|3|Medical ethics
85140000|2|Alternative and holistic medicine
85141600|3|Herbal treatments
85150000|2|Food and nutrition services
85151600|3|Nutrition issues
85160000|2|Medical Surgical Equipment Maintenance Refurbishment and Repair Services
85170000|2|Death and dying support services
85171600|3|Hospice care
85210000|2|Diagnoses of infectious and parasitic diseases-part a
85260000|2|Diagnoses of endocrine, nutritional and metabolic diseases
85270000|2|Diagnoses of mental and behavioral disorders
85380000|2|Diagnoses of certain conditions originating in the perinatal period
86000000|1|Education and Training Services
86100000|2|Vocational training
86101400|3|Aviation Specific Training
86101600|3|Scientific vocational training services
86110000|2|Alternative educational systems
86111600|3|Adult education
86120000|2|Educational institutions
86121600|3|Junior colleges
86130000|2|Specialized educational services
86131600|3|Music and drama
86140000|2|Educational facilities
86141600|3|Students organizations
90000000|1|Travel and Food and Lodging and Entertainment Services
90100000|2|Restaurants and catering
90110000|2|Hotels and lodging and meeting facilities
90111600|3|Meeting facilities
90120000|2|Travel facilitation
90121600|3|Travel document assistance
90130000|2|Performing arts
90140000|2|Commercial sports
90150000|2|Entertainment services
91000000|1|Personal and Domestic Services
91100000|2|Personal appearance
91110000|2|Domestic and personal assistance
91111600|3|Household assistance and care
92000000|1|National Defense and Public Order and Security and Safety Services
92100000|2|Public order and safety
92101600|3|Fire services
92110000|2|Military services and national defense
92111600|3|Disarmament
92120000|2|Security and personal safety
92121600|3|Detective services
93000000|1|Politics and Civic Affairs Services
93100000|2|Political systems and institutions
93101600|3|Political officials
93110000|2|Socio political conditions
93111600|3|Political representation and participation
93120000|2|International relations
93121600|3|International relations and cooperation
93130000|2|Humanitarian aid and relief
93131600|3|Food and nutrition policy planning and programs
93140000|2|Community and social services
93141600|3|Population
93150000|2|Public administration and finance services
93151600|3|Public finance
93160000|2|Taxation
93161600|3|Taxes other than income tax
93170000|2|Trade policy and regulation
93171600|3|International trade
94000000|1|Organizations and Clubs
94100000|2|Work related organizations
94110000|2|Religious organizations
94120000|2|Clubs
94130000|2|Civic organizations and associations and movements
94131600|3|Charity organizations
95000000|1|Land and Buildings and Structures and Thoroughfares
95100000|2|Land parcels
95101600|3|Commercial land parcels
95110000|2|Thoroughfares
95111600|3|Open traffic thoroughfares
95120000|2|Permanent buildings and structures
95121600|3|Transport buildings and structures
95130000|2|Portable buildings and structures
95131600|3|Portable commercial and industrial buildings and structures
95140000|2|Prefabricated buildings and structures
95141600|3|Prefabricated residential buildings and structures
99000000|1|VAT Act
99010000|2|Goods
99011000|3|Exempt Goods (Paragraph 1 - 99)
99011001|4|Bovine Semen of tariff number 05111000
99011002|4|Fish eggs and roes of tariff number 0511990110
99011003|4|Animal semen other than of bovine of tariff number 0511999010
99011004|4|Soya beans whether or not broken of tariff numbers 12011000 and 12019000
99011005|4|Groundnuts not roasted or otherwise cooked In shell of tariff number 12024100
99011006|4|Groundnuts not roasted or otherwise cooked Shelled whether or not broken of tariff number 12024200
99011007|4|Copra of tariff number 12030000
99011008|4|Linseed whether or not broken of tariff number 12040000
99011009|4|Low erucic acid rape or colza seed of tariff number 12051000
99011010|4|Other rape or colza seed of tariff number  12059000
99011011|4|Sunflower seeds whether or not broken of tariff number 12060000
99011012|4|Cotton seeds  whether or not broken  Seed of tariff numbers 12072100 and 12072900
99011013|4|Sesamum seeds whether or not broken of tariff number 12074000
99011014|4|Mustard seeds whether or  not broken of tariff number 12075000
99011015|4|Safflower seeds  whether or  not broken 12076000
99011016|4|Other oil seeds and oleaginous fruits whether or not broken of tariff number 12079900
99011017|4|Sugarcane of tariff number 1212990300;Sugarcane of tariff number 1212990300;Unprocessed produce of plant species camellia sinensis
99011018|4|Live animals of chapter 1
99011019|4|Meat and edible offals of chapter 2 excluding those of heading 0209 and 0210
99011020|4|Fish and crustaceans molluscs and other aquatic invertebrates of chapter 3 excluding those of tariff heading 0305 0306 and 0307
99011021|4|Unprocessed milk
99011022|4|Fresh birds eggs in shell
99011023|4|Edible Vegetables and certain roots and tubers of Chapter 7 excluding those of tariff heading 0711
99011024|4|Edible fruits and nuts peal of citrus fruits or melon of chapter 8 excluding those of tariff heading 0811 0812 0813 and 0814
99011025|4|Cereals of chapter 10 excluding seeds of tariff heading 1002
99011032|4|Syringes with or without needles of tarrif no 90183100
99011035|4|Tubular metal needles and needles for sutures of tariff number 90183200
99011036|4|Catheters cannulae and the like of tariff number 90183900
99011037|4|Blood bags
99011038|4|Blood and fluid infusion sets
99011039|4|Materials articles and equipment including motor vehicles listed under the first schedule paragraph 39 of the VAT Act.
99011040|4|Madeup fishing nets of manmade textile material of tariff number 56081100
99011041|4|Mosquito nets of tariff No 6304990110
99011043|4|Materials waste residues and by products whether or not in the form of pellets and preparations of a kind used in animal feeding of tariff numbers as listed in Part 1 of the first schedule of VAT Act 2013
99011044|4|Unprocessed green tea
99011048|4|Inputs or raw materials supplied to solar equipment manufacturers for manufacture of solar equipment or deep cycle sealed batteries which exclusively use or store solar power
99011049|4|Aircraft parts of heading 8803 excluding parts of goods of heading 8801
99011051|4|Taxable goods imported or purchased for direct and exclusive use in the implementation of official aid funded projects upon approval by the Cabinet Secretary responsible for the National Treasury
99011054|4|Goods imported or purchased locally for use by the local film producers and local filming agents upon recommendation by the Kenya Film Commission subject to approval by CS TNT
99011056|4|Inputs or raw materials locally purchased or imported by manufacturers of agricultural machinery and implements upon approval by the Cabinet Secretary responsible for industrialization
99011057|4|All goods including material supplies equipment machinery and motor vehicles for official use by the Kenya Defence Forces and the National Police Service
99011058|4|Direction finding compasses instruments and appliances for aircraft
99011059|4|Wheat seeds of tariff numbers 10011100 and 1001990100
99011062|4|Taxable goods for direct and exclusive use for the construction of tourism facilities recreational parks of fifty acres or more convention and conference facilities upon recommendation by the Cabinet Secretary responsible for matters relating to recreational parks
99011063|4|Taxable goods equipment and apparatus for the direct and exclusive use for construction of specialized hospitals with a minimum bed capacity of fifty with accommodation facilities upon the recommendation by the Cabinet Secretary responsible for health who shall issue guidelines for the criteria to be used to determine eligibility for the exemption provided that notwithstanding this subparagraph any approval granted by the cabinet Secretary before the commencement thereof in respect of the supply of taxable goods and which is in supply of taxable goods and which is in force at such commencement shall continue to apply of the exempted taxable goods is made in full
99011066|4|Inputs or raw materials locally purchased or imported by manufacturers of clean cook stoves approved by the CS TNT upon recommendation by the CS responsible for energy
99011068|4|Super absorbent polymer SAP of tariff number 39069000
99011069|4|Carrier tissue white 1 ply 14 point 5 GSM 47032100
99011070|4|IP super soft fluff pulp for fluff 310 treated pulp 488 times 125 mm cellose of tariff number 47032100
99011071|4|Perforated PE film 15 to 22 gsm of tariff number 3990219000
99011072|4|Spunbound nonwoven 15 to 25 gsm of tariff number 56031100
99011073|4|Airlid paper with super absorbent polymer 180gsm67 of tariff number 48030000
99011074|4|Airlid paper with super absorbent polymer 80gsm67 of tariff number 48030000
99011077|4|Pressure sensitive adhesive of tariff number 3506990100
99011078|4|Plain polythene filmLPDE of tariff number 399021199010
99011079|4|Plain polythene filmPE of tariff number 399021199010
99011080|4|PE white 25 to 40 gsm release paper of tarrif number 48114900
99011081|4|ADL 25 to 40 gsm of tariff number 56031100
99011082|4|Elasticized side tape of tariff number 54024400
99011083|4|12 to 16 gsm spunbound piyropo nonwoven coverstock 12gsm spunbound PP nonwoven SMS hydrophobic leg cuffs of tariff number 56031100
99011084|4|Polymetric elastic 2 over 3 strands of tariff number 3990199010
99011089|4|Any other aircraft spare parts imported by aircraft operators or persons engaged in the business of aircraft maintenance upon recommendation by the competent authority responsible for civil aviation
99011090|4|Inputs for the manufacture of pesticides upon recommendation by the Cabinet Secretary for the time being responsible for matters relating to agriculture
99011091|4|Locally assembled motor vehicles for transportation of tourists purchased before clearance through Customs following conditions as specified in the VAT Act 2013 1st Schedule Section A no9901
99011095|4|The supply of natural water excluding bottled water by a NG, CGor any political subdivision thereof or a person approved by the CS responsible for water development for domestic or for industrial use
99011096|4|Articles of apparel clothing accessories and equipment specially designed for safety or protective purposes for use in registered hospitals and clinics or by CG or LA in firefighting
99011099|4|Goods imported by passengers arriving from places outside Kenya as specified in the VAT Act 2013 First Schedule section A no 99
99011100|3|Exempt Goods (Paragraph 100 - 146)
99011101|4|Alcoholic or non alcoholic beverages supplied to the Kenya Defence Forces Canteen Organization
99011103|4|Hearing aids excluding parts and accessories of tariff Number 90214000
99011105|4|Locally manufactured motherboards
99011106|4|Inputs for the manufacture of motherboards approved by the Cabinet Secretary responsible for information communication technology
99011107|4|Plant machinery and equipment used in the construction of a plastics recycling plant
99011108|4|The supply of maize corn flour cassava flour wheat or meslin flour and maize flour containing cassava flour by more than ten percent in weight provided that this paragra
99011109|4|Goods imported or purchased locally for the direct and exclusive use in the construction of houses under an affordable housing scheme approved by the CS on the recommendation of the CS responsible for matters relating to housing
99011110|4|Musical instruments and other musical equipment imported or purchased locally for exclusive use by educational institutions upon recommendation by the Cabinet Secretary responsible for Education
99011111|4|Maize corn seeds of tariff no 10051000
99011112|4|Taxable good excl. motor vehicle imported or purchased for direct exclusive use in geothermal, oil, mining prospecting, exploration, product sharing as per the Energy Act 2019, Petroleum Act 2019, the Mining Act 2016 upon recommendation by the CS
99011113|4|Specialized equipment for the development and generation of solar and wind energy upon recommendation to the commissioner by the cabinet secretary responsible for matters relating to energy
99011114|4|Taxable goods supplied to persons that had a contract with the government prior to 25-04-2020 and contract provided for exemption from VAT provided that this exemption shall apply to the unexpired period of contract upon recommendation by CS Energy
99011115|4|Medical ventilators and the inputs for the manufacture of medical ventilators upon recommendation by the cabinet secretary responsible for matters relating to health
99011116|4|Physiotherapy accessories treadmills for cardiology therapy and treatment of tariff number 9506990100 for use by licensed hospitals upon approval by the cabinet secretary responsible for matters relating to health
99011117|4|Dexpanthenol of tariff number 33049900 used for medical nappy rash treatment by licensed hospitals upon approval by the cabinet secretary responsible for matters relating to health
99011118|4|Medicaments of tariff number 30034100 30034200 30034300 30034900 30036000 excluding goods of heading 3002 3005 or 3006 consisting of two or more constituents which have been mixed together for theraputic or prophylactic uses
99011119|4|Diagnostic or laboratory reagents of tariff number 38220000 on a backing prepared diagnostic or laboratory reagents whether or not on a backing other than those of heading 3002 or 3006 certified reference materials upon approval by CS Health
99011120|4|Electrodiagnostic apparatus of tariff numbers 90181100 90181200 90181300 90181400 90181900 90182000 90189000  upon approval by the cabinet secretary responsible for matters relating to health
99011121|4|Other instruments and appliances of tariff number 90184100 used in dental sciences dental drill engines whether or not combined on a single base with other dental equipment  upon approval by CS Health
99011122|4|Other instruments and appliances including surgical blades of tariff number 90184900 90185000 90189000 used in dental sciences dental drill engines whether or not combined on a single base with other dental equipment upon approval by CS Health
99011123|4|Ozone therapy Oxygen therapy aerosol therapy artificial respiration or other theraputic respiration apapratus upon approval by CS Health
99011124|4|Other breathing appliances and gas masks excluding protective masks having neither mechanical parts nor replaceable filters upon approval by CS Health
99011125|4|Artificial teeth and dental fittings of tariff number 90212100 90212900 and artificial parts of the body of tariff number 90213100 90213900 90215000 and 90219000 upon approval by CS Health
99011126|4|Apparatus based on the use of x rays whether or not for medical surgical or dental of tariff numbers 90221200 90221300 90221400 and 90221900 upon approval by CS Health
99011127|4|Apparatus based on the use of alpha beta or gamma radiations whether or not medical surgical or dental of tariff numbers 90222100 90222900 90223000 and 90229000 upon approval by CS Health
99011128|4|Discs tape solid-state nonvolatile storage devices smart cards and other media for the recording of sound or of other phenomena whether or not recorded of tariff number 85238010 but excluding products of chapter 37 software upon approval by CS Health
99011129|4|Weighing machinery excluding balances of a sensitivity of 5 cg or better of tariff number 84233100 including weight operated counting or checking machines weighing machine weights of all kinds upon approval by CS Health
99011130|4|Fetal Doppler Pocket Wgd002 Pc and pulse oximeter finger held Gima band Pc of tariff number 90181900 upon approval by the cabinet sectretary responsible for matters relating to health
99011131|4|Sterilizer Dry Heat Wgd001Grx05A Pc autoclave steam tables tops of tariff number 8419902000 upon approval by the cabinet sectretary responsible for matters relating to health
99011132|4|Needle holders and urine bags of tariff heading 399026
99011133|4|Tourniquets of tariff number 3990269099 for use by licensed hospitals upon approval by the cabinet sectretary responsible for matters relating to health
99011134|4|Taxable supplies incl. fish feeding and handling water operations cold storage fish cages pond construction, maintenance, fish processing and handling imported or purchased for direct exclusive use on the recommendation of the relevant State Dept
99011135|4|Pre fabricated biogas digesters
99011136|4|Biogas
99011137|4|Sustainable fuel briquettes and pellets for household and commercial use
99011138|4|The supply of denatured ethanol of tariff number 22072000
99011139|4|Tractors other than road tractors for semitrailers
99011140|4|Plant and machinery of chapter 84 and 85 imported by manufacturers of pharmaceutical products or investors in the manufacture of pharmaceutical products upon the recommendation of CS Health
99011141|4|Medical oxygen supplied to registered hospitals
99011142|4|Urine bags adult diapers artificial breasts colostomy or ileostomy bags for medical use
99011143|4|Inputs and raw materials  used in the manufacture of passenger motor vehicle
99011144|4|Locally manufactured passenger motor vehicles: vehicles for the transportation of passengers whose ex-factory value comprises at least 30 percent of parts designed and manufactured in Kenya by an original equipment manufacturer operating in Kenya.
99011145|4|Taxable goods inputs and raw materials imported  or locally purchased by company under SOFA manufacturing human vaccines with a capital investment of atleast 10Bn shillings subject to approval of CS TNT upon recommendation of CS Health
99011146|4|Such capital goods the exemption of which the Cabinet Secretary may determine to promote investment in the manufacturing sector provided that the value of such investment is not less than two billion shillings
99012000|3|Zero Rated Goods
99012003|4|Shipstores supplied to international sea or air carriers on international voyage or flight
99012004|4|The supply of coffee and tea for export to coffee or tea auction centers
99012005|4|Transportation of passengers by air carriers on international flight
99012009|4|Goods purchased from duty free shops by passengers departing to places outside Kenya
99012011|4|Inputs or raw materials either produced locally or imported supplied to pharmaceutical manufacturers in Kenya for manufacturing medicaments as approved from time to time by the Cabinet Secretary in consultation with CS Health
99012013|4|The supply of ordinary bread
99012015|4|Milk and cream not concentrated nor containing added sugar or other sweetening matter of tariff numbers 04011000 04012000 04014000 04015000
99012016|4|All inputs and raw materials whether produced locally or imported supplied to manufacturers of agricultural pest control products upon recommendation by CS Agriculture
99012019|4|Agricultural pest control products
99012022|4|The supply of maize corn flour cassava flour wheat or meslin flour and maize flour containing cassava flour by more than ten percent in weight
99012024|4|The Fertilizers of chapter 31
99012025|4|Inputs of raw materials locally purchased or imported by manufacturers of fertilizer as approved from time to time by the Cabinet Secretary responsible for Agriculture
99013000|3|Other Rate Goods (8%)
99013001|4|Petroleum Products
99020000|2|Services
99021000|3|Exempt Service
99021001|4|Financial Services
99021002|4|Insurance & reinsurance services
99021003|4|Education services
99021004|4|Medical veterinary dental  Ambulance and nursing services
99021005|4|Agricultural animal husbandry and horticultural services
99021006|4|Burial and cremation services
99021007|4|Transportation of passengers by any means of conveyance excluding international air transport or where the means of conveyance is hired or chartered
99021008|4|Supply by way of sale renting leasing hiring letting of land or residential premises residential premises means land or a building occupied or capable of being occupied as a residence excluding hotel and holiday accomodation and subject to the provi
99021009|4|Community social and welfare services provided by National Government County Government or any political subdivision thereof
99021010|4|Tea and coffee brokerage services
99021011|4|Services rendered by educational, political, religious, welfare & other philanthropic associations to their members and social welfare services provided by charitable organizations.
99021012|4|Entertainment Services
99021013|4|Accommodation and Restaurant Services
99021014|4|Conference services conducted for educational institutions as part of learning where such institutions are approved by the Ministry for the time being responsible for Education
99021015|4|Car park services provided by National Government County Government anypolitical subdivision therefore by an employer to his employees on the premises of the employer
99021016|4|The supply of airtime by any person other than by a provider of cellular mobile telephone services or wireless telephone services
99021017|4|Betting gaming and lotteries services
99021018|4|Hiring leasing and chartering of aircrafts excluding helicopters of tariff 88021100 and 88021200
99021020|4|Taxable services for direct and exclusive use in the implementation of official aid funded projects upon approval by the Cabinet Secretary to the National Treasury
99021021|4|Services imported or procured locally for use by the local film producers or local film agents upon recommendation by the Kenya Film Commission subject to approval by the Cabinet Secretary for the National Treasury
99021023|4|Supply of sewerage services by the national government a county government any political subdivision thereof or a person approved by the Cabinet Secretary for the time being responsible for water development
99021024|4|Entry fees into the national parks and national reserves
99021025|4|The services of tour operators excluding inhouse supplies
99021026|4|Taxable services for direct and exclusive use for the construction of tourism facilities recreational parks of 50 acres or more convention and conference facilities upon the recommendation by the CS responsible for  recreational park
99021027|4|Taxable services for direct and exclusive use for the construction of specialized hospitals with accommodation facilities upon recommendation by CS Health who shall issue guidelines for the criteria to determine the eligibility for the exemption
99021029|4|Postal services provide through the supply of postage stamps including rental post boxes or mail bags and subsidiary services thereto
99021033|4|The transfer of assets and other transactions related to the transfer of asets into real estate investment trusts and asset backed securities
99022000|3|Zero Rated Service
99022006|4|The supply of taxable services to international sea or air carriers on international voyage or flight
99022010|4|Supply of taxable services in respect of goods in transit
99022020|4|The transportation of goods originating from Kenya to a place outside Kenya
99022021|4|Transportation of sugarcane from farms to miling factories
99022023|4|The exportation of taxable services in respect of business process outsourcing
99030000|2|Goods or Services
99031000|3|Exempt Goods or Services
99032000|3|Zero Rated Goods or Services
99032002|4|The supply of goods or taxable services to an export processing zone business as specified in the Export Processing Zones Act Cap 517 as being eligible forduty and tax free importation
99032004|4|Supply to international and regional organizations
99032005|4|Supply to the War Graves Commission
99032008|4|Supply to National Red Cross Society and St John Ambulance
99032012|4|The supply of goods or taxable services to a special economic zone enterprise
99040000|2|Government Undertaking
99042000|3|Zero Rated Government Undertaking
`
