/** Class 10, quantity units, one `code name` a line in sort order (authority §3: 43 entries). */
export const QUANTITY_UNITS = `
4B Pair
AV Cap
BA Barrel
BE bundle
BG bag
BL block
BLL Barrel (petroleum, 158.987 dm3)
BX box
CA Can
CEL Cell
CMT centimetre
CR Carat
DR Drum
DZ Dozen
GLL Gallon
GRM Gram
GRO Gross
KG Kilogramme
KTM kilometre
KWT kilowatt
L Litre
LBR pound
LK link
LTR Litre
M Metre
M2 Square metre
M3 Cubic metre
MGM milligram
MTR metre
MWT megawatt hour
NO Number
NX part per thousand
PA packet
PG plate
PR pair
RL reel
RO roll
SET set
ST sheet
TNE tonne
TU tube
U Pieces/item
YRD yard
`

/** Class 17, packaging units, one `code name` a line in sort order (authority §3: the 52 the strict checks accept). */
export const PACKAGING_UNITS = `
AM Ampoule
BA Barrel
BC Bottle crate
BE Bundle
BF Balloon, non-protected
BG Bag
BJ Bucket
BK Basket
BL Bale
BQ Bottle, protected cylindrical
BR Bar
BV Bottle, bulbous
BZ Bag
CA Can
CH Chest
CJ Coffin
CL Coil
CR Wooden box/case
CS Cassette
CT Carton
CTN Container
CY Cylinder
DR Drum
GT Extra countable item
HH Hand baggage
IZ Ingots
JR Jar
JU Jug
JY Jerry can, cylindrical
KZ Canister
LZ Logs in bundle/bunch/truss
NT Net
OU Non-exterior packaging unit
PD Poddon
PG Plate
PI Pipe
PO Pilot
PU Tray pack
RL Reel
RO Roll
RZ Rods in bundle/bunch/truss
SK Skeleton case
TY Tank, cylindrical
VG Bulk gas (1031 mbar, 15 C)
VL Bulk liquid
VO Bulk solid, large particles
VQ Bulk gas, liquefied
VR Bulk solid, granular
VT Extra bulk item
VY Bulk, fine particles
ML Mills (cigarette)
TN TAN (1 TAN = 20 bags)
`
