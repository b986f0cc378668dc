/*
 * Constants of the elementary functions, written by scripts/gen_elementary.py. A number in two or
 * three doubles is the sum of its parts, each the nearest double to what the parts before it leave.
 */
#ifndef DD_ELEMENTARY_TABLES_H
#define DD_ELEMENTARY_TABLES_H

#include <dd/elementary/triple.h>

/* log 2 */
CUDD_FN cudd3 cudd3_ln2(void) { return cudd3_make(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, 0x1.7b57a079a1934p-111); }

/* log 10 */
CUDD_FN cudd3 cudd3_ln10(void) { return cudd3_make(0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53, -0x1.9ebae3ae0260cp-107); }

/* log(2) / 64, the distance of the arguments in cudd_exp_table */
CUDD_FN cudd3 cudd3_step_exp(void) { return cudd3_make(0x1.62e42fefa39efp-7, 0x1.abc9e3b39803fp-62, 0x1.7b57a079a1934p-117); }

/* 1 / log 2 */
CUDD_FN cudd3 cudd3_log2e(void) { return cudd3_make(0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56, -0x1.60bb8a5442ab9p-110); }

/* 1 / log 10 */
CUDD_FN cudd3 cudd3_log10e(void) { return cudd3_make(0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57, 0x1.ee191f71a3012p-112); }

/* pi */
CUDD_FN cudd3 cudd3_pi(void) { return cudd3_make(0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53, -0x1.f1976b7ed8fbcp-109); }

/* pi / 2 */
CUDD_FN cudd3 cudd3_half_pi(void) { return cudd3_make(0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110); }

/* pi / 128, the distance of the arguments in cudd_sin_table */
CUDD_FN cudd3 cudd3_step_sin(void) { return cudd3_make(0x1.921fb54442d18p-6, 0x1.1a62633145c07p-60, -0x1.f1976b7ed8fbcp-116); }

/* 2^(i/64), 0 <= i < 64, in three doubles. */
CUDD_FN const double *cudd_exp_table(int i)
{
    static const double table[64][3] = {
        {0x1.0000000000000p+0, 0.0, 0.0},
        {0x1.02c9a3e778061p+0, -0x1.19083535b085dp-56, -0x1.9085b0a3d74d5p-110},
        {0x1.059b0d3158574p+0, 0x1.d73e2a475b465p-55, 0x1.05ff94f8d257ep-110},
        {0x1.0874518759bc8p+0, 0x1.186be4bb284ffp-57, 0x1.15820d96b414fp-111},
        {0x1.0b5586cf9890fp+0, 0x1.8a62e4adc610bp-54, -0x1.67c9bd6ebf74cp-108},
        {0x1.0e3ec32d3d1a2p+0, 0x1.03a1727c57b53p-59, -0x1.5aa76994e9ddbp-113},
        {0x1.11301d0125b51p+0, -0x1.6c51039449b3ap-54, 0x1.9d58b988f562dp-109},
        {0x1.1429aaea92de0p+0, -0x1.32fbf9af1369ep-54, -0x1.2fe7bb4c76416p-108},
        {0x1.172b83c7d517bp+0, -0x1.19041b9d78a76p-55, 0x1.4f2406aa13ff0p-109},
        {0x1.1a35beb6fcb75p+0, 0x1.e5b4c7b4968e4p-55, 0x1.ad36183926ae8p-111},
        {0x1.1d4873168b9aap+0, 0x1.e016e00a2643cp-54, 0x1.ea62d0881b918p-110},
        {0x1.2063b88628cd6p+0, 0x1.dc775814a8495p-55, -0x1.781dbc16f1ea4p-111},
        {0x1.2387a6e756238p+0, 0x1.9b07eb6c70573p-54, -0x1.4d89f9af532e0p-109},
        {0x1.26b4565e27cddp+0, 0x1.2bd339940e9d9p-55, 0x1.277393a461b77p-110},
        {0x1.29e9df51fdee1p+0, 0x1.612e8afad1255p-55, 0x1.de54485604690p-111},
        {0x1.2d285a6e4030bp+0, 0x1.0024754db41d5p-54, -0x1.ee9d8f8cb9307p-110},
        {0x1.306fe0a31b715p+0, 0x1.6f46ad23182e4p-55, 0x1.7b7b2f09cd0d9p-110},
        {0x1.33c08b26416ffp+0, 0x1.32721843659a6p-54, -0x1.406a2ea6cfc6bp-108},
        {0x1.371a7373aa9cbp+0, -0x1.63aeabf42eae2p-54, 0x1.87e3e12516bfap-108},
        {0x1.3a7db34e59ff7p+0, -0x1.5e436d661f5e3p-56, 0x1.9b0b1ff17c296p-111},
        {0x1.3dea64c123422p+0, 0x1.ada0911f09ebcp-55, -0x1.808ba68fa8fb7p-109},
        {0x1.4160a21f72e2ap+0, -0x1.ef3691c309278p-58, -0x1.32b43eafc6518p-114},
        {0x1.44e086061892dp+0, 0x1.89b7a04ef80d0p-59, -0x1.0ac312de3d922p-114},
        {0x1.486a2b5c13cd0p+0, 0x1.3c1a3b69062f0p-56, 0x1.e1eebae743ac0p-111},
        {0x1.4bfdad5362a27p+0, 0x1.d4397afec42e2p-56, 0x1.c06c7745c2b39p-113},
        {0x1.4f9b2769d2ca7p+0, -0x1.4b309d25957e3p-54, -0x1.1aa1fd7b685cdp-112},
        {0x1.5342b569d4f82p+0, -0x1.07abe1db13cadp-55, 0x1.fa733951f214cp-111},
        {0x1.56f4736b527dap+0, 0x1.9bb2c011d93adp-54, -0x1.ff86852a613ffp-111},
        {0x1.5ab07dd485429p+0, 0x1.6324c054647adp-54, -0x1.744ee506fdafep-109},
        {0x1.5e76f15ad2148p+0, 0x1.ba6f93080e65ep-54, -0x1.95f9ab75fa7d6p-108},
        {0x1.6247eb03a5585p+0, -0x1.383c17e40b497p-54, 0x1.5d8e757cfb991p-111},
        {0x1.6623882552225p+0, -0x1.bb60987591c34p-54, 0x1.4a337f4dc0a3bp-108},
        {0x1.6a09e667f3bcdp+0, -0x1.bdd3413b26456p-54, 0x1.57d3e3adec175p-108},
        {0x1.6dfb23c651a2fp+0, -0x1.bbe3a683c88abp-57, 0x1.a59f88abbe778p-115},
        {0x1.71f75e8ec5f74p+0, -0x1.16e4786887a99p-55, -0x1.269796953a4c3p-109},
        {0x1.75feb564267c9p+0, -0x1.0245957316dd3p-54, -0x1.8f8e7fa19e5e8p-108},
        {0x1.7a11473eb0187p+0, -0x1.41577ee04992fp-55, -0x1.4217a932d10d4p-113},
        {0x1.7e2f336cf4e62p+0, 0x1.05d02ba15797ep-56, 0x1.70a1427f8fcdfp-112},
        {0x1.82589994cce13p+0, -0x1.d4c1dd41532d8p-54, 0x1.0f6ad65cbbac1p-112},
        {0x1.868d99b4492edp+0, -0x1.fc6f89bd4f6bap-54, -0x1.f16f65181d921p-109},
        {0x1.8ace5422aa0dbp+0, 0x1.6e9f156864b27p-54, -0x1.30644a7836333p-110},
        {0x1.8f1ae99157736p+0, 0x1.5cc13a2e3976cp-55, 0x1.3bf26d2b85163p-114},
        {0x1.93737b0cdc5e5p+0, -0x1.75fc781b57ebcp-57, 0x1.697e257ac0db2p-111},
        {0x1.97d829fde4e50p+0, -0x1.d185b7c1b85d1p-54, 0x1.7edb9d7144b6fp-108},
        {0x1.9c49182a3f090p+0, 0x1.c7c46b071f2bep-56, 0x1.6376b7943085cp-110},
        {0x1.a0c667b5de565p+0, -0x1.359495d1cd533p-54, 0x1.354084551b4fbp-109},
        {0x1.a5503b23e255dp+0, -0x1.d2f6edb8d41e1p-54, -0x1.bfd7adfd63f48p-111},
        {0x1.a9e6b5579fdbfp+0, 0x1.0fac90ef7fd31p-54, 0x1.8b16ae39e8cb9p-109},
        {0x1.ae89f995ad3adp+0, 0x1.7a1cd345dcc81p-54, 0x1.a7fbc3ae675eap-108},
        {0x1.b33a2b84f15fbp+0, -0x1.2805e3084d708p-57, 0x1.2babc0edda4d9p-111},
        {0x1.b7f76f2fb5e47p+0, -0x1.5584f7e54ac3bp-56, 0x1.aa64481e1ab72p-111},
        {0x1.bcc1e904bc1d2p+0, 0x1.23dd07a2d9e84p-55, 0x1.9a164050e1258p-109},
        {0x1.c199bdd85529cp+0, 0x1.11065895048ddp-55, 0x1.99e51125928dap-110},
        {0x1.c67f12e57d14bp+0, 0x1.2884dff483cadp-54, -0x1.fc44c329d5cb2p-109},
        {0x1.cb720dcef9069p+0, 0x1.503cbd1e949dbp-56, 0x1.d8765566b032ep-110},
        {0x1.d072d4a07897cp+0, -0x1.cbc3743797a9cp-54, -0x1.e7044039da0f6p-108},
        {0x1.d5818dcfba487p+0, 0x1.2ed02d75b3707p-55, -0x1.ab053b05531fcp-111},
        {0x1.da9e603db3285p+0, 0x1.c2300696db532p-54, 0x1.7f6246f0ec615p-108},
        {0x1.dfc97337b9b5fp+0, -0x1.1a5cd4f184b5cp-54, 0x1.b7225a944efd6p-108},
        {0x1.e502ee78b3ff6p+0, 0x1.39e8980a9cc8fp-55, 0x1.1e92cb3c2d278p-109},
        {0x1.ea4afa2a490dap+0, -0x1.e9c23179c2893p-54, -0x1.fc0f242bbf3dep-109},
        {0x1.efa1bee615a27p+0, 0x1.dc7f486a4b6b0p-54, 0x1.f6dd5d229ff69p-108},
        {0x1.f50765b6e4540p+0, 0x1.9d3e12dd8a18bp-54, -0x1.4019bffc80ef3p-110},
        {0x1.fa7c1819e90d8p+0, 0x1.74853f3a5931ep-55, 0x1.dc060c36f7651p-112},
    };
    return table[i];
}

/* For (i + 90)/128, 0 <= i < 93: its reciprocal c rounded to multiples of 2^-10, and -log c in
 * three doubles. */
CUDD_FN const double *cudd_log_table(int i)
{
    static const double table[93][4] = {
        {0x1.6c00000000000p+0, -0x1.686c81e9b14afp-2, 0x1.ddea0f7f58e3dp-57, -0x1.2c96f6f68e19dp-111},
        {0x1.6800000000000p+0, -0x1.5d1bdbf5809cap-2, -0x1.4236383dc7fe1p-56, -0x1.59f380b4a6b43p-112},
        {0x1.6440000000000p+0, -0x1.5262deeb98879p-2, -0x1.823ddad7fcfa1p-58, 0x1.c6017ea7ecd43p-114},
        {0x1.6040000000000p+0, -0x1.46d2d9c280567p-2, 0x1.b14130114bd36p-57, 0x1.fd93c96bf3fc8p-112},
        {0x1.5c80000000000p+0, -0x1.3bdd24eb14b6ap-2, -0x1.2da3c6449a7d0p-58, 0x1.e6a9d8c0dcedbp-113},
        {0x1.5900000000000p+0, -0x1.31871c9544185p-2, 0x1.51acc4c09b379p-60, 0x1.19a07a2d2cc1ep-114},
        {0x1.5540000000000p+0, -0x1.26561f133862dp-2, -0x1.10cdf548bd15cp-57, -0x1.968d78c0619a4p-111},
        {0x1.51c0000000000p+0, -0x1.1bc794fd1c8ccp-2, -0x1.e71708b083dbdp-57, 0x1.454f22e788e11p-114},
        {0x1.4e40000000000p+0, -0x1.111ce4003ee4dp-2, 0x1.1b84b5a5b5b2ap-57, -0x1.6caf327527f59p-111},
        {0x1.4b00000000000p+0, -0x1.071b85fcd590dp-2, -0x1.d1707f97bde80p-58, -0x1.00ca1b7fa08dap-113},
        {0x1.47c0000000000p+0, -0x1.fa01c3bb57cbcp-3, -0x1.1c0a3c50f47adp-59, -0x1.d5fdded67b62fp-113},
        {0x1.4480000000000p+0, -0x1.e598ed5a87e2fp-3, 0x1.a5e78f4c50659p-58, -0x1.a90a48f1ab80ap-112},
        {0x1.4140000000000p+0, -0x1.d0fb7f2255e51p-3, 0x1.4ac818ceca4c4p-57, 0x1.2fdad5e675d74p-111},
        {0x1.3e40000000000p+0, -0x1.bdc46ae344b13p-3, 0x1.2ff70a6bea623p-58, 0x1.cf1a3ab22bdd6p-114},
        {0x1.3b00000000000p+0, -0x1.a8becfc882f19p-3, 0x1.e8c37918c39ebp-58, -0x1.58b02842ae948p-114},
        {0x1.3800000000000p+0, -0x1.9525a9cf456b4p-3, -0x1.d904c1d4e2e26p-57, 0x1.89d9afa096184p-111},
        {0x1.3540000000000p+0, -0x1.83040c91bcf2ep-3, 0x1.1c7233219bcc5p-57, 0x1.4f624ec8ed330p-113},
        {0x1.3240000000000p+0, -0x1.6f0d28ae56b4cp-3, 0x1.906d99184b992p-57, 0x1.bf31af3e109afp-111},
        {0x1.2f80000000000p+0, -0x1.5c940075972b9p-3, -0x1.adccb73379cc5p-58, -0x1.5287d57610eb2p-114},
        {0x1.2c80000000000p+0, -0x1.483bccce6e3ddp-3, -0x1.29391fb1b4b22p-57, -0x1.d26be2922299ep-112},
        {0x1.2a00000000000p+0, -0x1.371fc201e8f74p-3, -0x1.de6cb62af18a0p-58, 0x1.a2fc19b24ab16p-113},
        {0x1.2740000000000p+0, -0x1.2423113ba50e3p-3, 0x1.e3ba766fc9a72p-66, 0x1.f418c38a70bbep-120},
        {0x1.2480000000000p+0, -0x1.10f8e422539b1p-3, -0x1.8f798d39f1b7dp-58, -0x1.c039a4527ad05p-112},
        {0x1.2200000000000p+0, -0x1.fec9131dbeabbp-4, 0x1.5746b9981b36cp-58, 0x1.c4016e1d457eep-112},
        {0x1.1f80000000000p+0, -0x1.db5270187d927p-4, -0x1.e15ab8607d2acp-58, -0x1.78272bb99f905p-112},
        {0x1.1d00000000000p+0, -0x1.b78c82bb0eda1p-4, -0x1.0878cf0327e21p-61, 0x1.b0b1387f2d48fp-115},
        {0x1.1a80000000000p+0, -0x1.9375e55595edep-4, 0x1.e463f9e4dd920p-59, -0x1.e4b086a4e6d9fp-113},
        {0x1.1800000000000p+0, -0x1.6f0d28ae56b4cp-4, 0x1.906d99184b992p-58, 0x1.bf31af3e109afp-112},
        {0x1.15c0000000000p+0, -0x1.4e01108a35ae6p-4, 0x1.81069d28db75bp-59, 0x1.4cd1946287690p-116},
        {0x1.1340000000000p+0, -0x1.28f83450eda8dp-4, -0x1.d6a8465da24a3p-58, -0x1.1dc147008f910p-112},
        {0x1.1100000000000p+0, -0x1.075983598e471p-4, -0x1.80da5333c45b8p-59, 0x1.77ad5e5273f98p-116},
        {0x1.0ec0000000000p+0, -0x1.cae72fb95c20bp-5, 0x1.f9012d8df3f0ep-59, -0x1.ed439b9a8ce34p-114},
        {0x1.0c80000000000p+0, -0x1.868a83083f6cfp-5, 0x1.d09a5634943dbp-61, -0x1.04ff461efa612p-116},
        {0x1.0a80000000000p+0, -0x1.494acc34d911cp-5, -0x1.e295bf491ccc5p-59, 0x1.69e70279e3887p-118},
        {0x1.0840000000000p+0, -0x1.03d5d85e73eefp-5, -0x1.2c1da539d60edp-61, 0x1.b07eeee48433fp-115},
        {0x1.0640000000000p+0, -0x1.8b31faca9b00ep-6, -0x1.d5a46da6f6772p-62, 0x1.9a0b9b81d2161p-117},
        {0x1.0400000000000p+0, -0x1.fc0a8b0fc03e4p-7, 0x1.83092c59642a1p-62, 0x1.52414fc416fc2p-116},
        {0x1.0200000000000p+0, -0x1.fe02a6b106789p-8, 0x1.e44b7e3711ebfp-67, -0x1.a567b6587df34p-121},
        {0x1.0000000000000p+0, 0.0, 0.0, 0.0},
        {0x1.fc00000000000p-1, 0x1.010157588de71p-7, 0x1.46662d417ced0p-62, 0x1.e91702f8418afp-120},
        {0x1.f800000000000p-1, 0x1.0205658935847p-6, 0x1.27c8e8416e71fp-60, -0x1.19642aac1310fp-116},
        {0x1.f480000000000p-1, 0x1.74321d3d006d3p-6, -0x1.96f016b887bf4p-60, -0x1.cb587f1bf734cp-114},
        {0x1.f080000000000p-1, 0x1.f7a9b16782856p-6, -0x1.36c720c147756p-60, -0x1.f7893db19a74ap-117},
        {0x1.ed00000000000p-1, 0x1.35c8bfaa1306bp-5, -0x1.50830a65543a4p-63, 0x1.ffcc477c57ef8p-117},
        {0x1.e900000000000p-1, 0x1.788595a3577bap-5, 0x1.e5ef898b67923p-59, 0x1.1acc7b22f3be2p-114},
        {0x1.e580000000000p-1, 0x1.b35dd9b58baadp-5, -0x1.6526154e379dfp-61, -0x1.1bd01fb2f2df1p-115},
        {0x1.e200000000000p-1, 0x1.eea31c006b87cp-5, -0x1.3e4fc93b7b66cp-59, -0x1.d5b1da05ff603p-114},
        {0x1.de80000000000p-1, 0x1.152b799bb3cc9p-4, -0x1.948381841487fp-58, -0x1.97177977b159fp-112},
        {0x1.db00000000000p-1, 0x1.333d7f8183f4bp-4, 0x1.a92afc8ef70b1p-58, 0x1.ef0db995f5d0ap-113},
        {0x1.d780000000000p-1, 0x1.518874226130ap-4, 0x1.d96258b3d8a8fp-60, 0x1.f3c88ae7c4087p-114},
        {0x1.d400000000000p-1, 0x1.700d30aeac0e1p-4, -0x1.72566212cdd05p-61, 0x1.1708c4dbe8eefp-118},
        {0x1.d100000000000p-1, 0x1.8a6477a91dc29p-4, -0x1.fa83214904842p-59, -0x1.09f92664e6898p-113},
        {0x1.cd80000000000p-1, 0x1.a956d3ecade63p-4, 0x1.e5300b12bd55ep-58, -0x1.2de0c305b64b0p-112},
        {0x1.ca80000000000p-1, 0x1.c40d6425a5cb1p-4, 0x1.21d1930dc8acdp-60, -0x1.d5ee9007c2bf1p-119},
        {0x1.c700000000000p-1, 0x1.e3707ee30487bp-4, 0x1.09ccecd579d99p-58, 0x1.58eb8ba03c7edp-112},
        {0x1.c400000000000p-1, 0x1.fe89139dbd566p-4, -0x1.ac9f4215f9393p-58, -0x1.adc27bec88f8fp-112},
        {0x1.c100000000000p-1, 0x1.0ce7ecdccc28dp-3, -0x1.692a0055dc959p-57, -0x1.a46aeb91211a4p-111},
        {0x1.be00000000000p-1, 0x1.1aa2b7e23f72ap-3, -0x1.c6ef1d9b2ef7ep-59, -0x1.a1a016606d190p-113},
        {0x1.bb00000000000p-1, 0x1.28753bc11aba5p-3, -0x1.6394d9fa33311p-57, -0x1.c54a12ce4c7b8p-113},
        {0x1.b800000000000p-1, 0x1.365fcb0159016p-3, 0x1.7d411a5b944adp-58, -0x1.5e3df93fcc0dbp-112},
        {0x1.b500000000000p-1, 0x1.4462b9dc9b3dcp-3, -0x1.629c46c186385p-58, 0x1.9b078db5c201dp-112},
        {0x1.b200000000000p-1, 0x1.527e5e4a1b58dp-3, -0x1.71a9682395bfdp-61, -0x1.6a40c7d689a68p-115},
        {0x1.af00000000000p-1, 0x1.60b3100b09476p-3, -0x1.5b2623e05016bp-58, 0x1.c8a6a17da2cb0p-117},
        {0x1.ac80000000000p-1, 0x1.6c9d07d203fc7p-3, 0x1.80a04c9a46c61p-59, -0x1.1904493c39102p-114},
        {0x1.a980000000000p-1, 0x1.7b0091651528cp-3, 0x1.4069f303518c8p-57, 0x1.ffd33a4972427p-115},
        {0x1.a700000000000p-1, 0x1.871213750e994p-3, 0x1.d685f35eea2a0p-57, -0x1.a55c7d1bf59b5p-113},
        {0x1.a400000000000p-1, 0x1.95a5adcf7017fp-3, 0x1.142c507fb7a3dp-58, 0x1.7ed39882a0712p-115},
        {0x1.a180000000000p-1, 0x1.a1dfc40f1b7f1p-3, -0x1.e009e6f018fe8p-61, -0x1.799b5ff219f6cp-115},
        {0x1.9f00000000000p-1, 0x1.ae2ca6f672bd4p-3, 0x1.ab5ca9eaa088ap-57, -0x1.307466a8570bbp-112},
        {0x1.9c00000000000p-1, 0x1.bd087383bd8adp-3, 0x1.dd355f6a516d7p-60, 0x1.0aaa7d9462021p-114},
        {0x1.9980000000000p-1, 0x1.c97f8079d44ecp-3, 0x1.61a8c6e6c4ee7p-57, 0x1.4411ccdbb5596p-111},
        {0x1.9700000000000p-1, 0x1.d60a17f903515p-3, -0x1.c0df841a71b7ap-57, 0x1.154dd25d1756fp-112},
        {0x1.9480000000000p-1, 0x1.e2a877a6b2c12p-3, -0x1.fa21e3df99430p-58, -0x1.6fc19ab6f40b9p-112},
        {0x1.9200000000000p-1, 0x1.ef5ade4dcffe6p-3, -0x1.08ab2ddc708a0p-58, -0x1.a593d824be3f8p-112},
        {0x1.8f80000000000p-1, 0x1.fc218be620a5ep-3, -0x1.6e438c258187fp-58, -0x1.af4ac4345e084p-115},
        {0x1.8d00000000000p-1, 0x1.047e60cde83b8p-2, -0x1.0779634061cbcp-56, 0x1.2e2a91d8de3c6p-111},
        {0x1.8b00000000000p-1, 0x1.09aa572e6c6d4p-2, 0x1.43c2e68684d53p-57, -0x1.f2a6f815b079cp-111},
        {0x1.8880000000000p-1, 0x1.102ac0a35cc1cp-2, 0x1.088080a5e68b4p-59, -0x1.3b5cd3bf04c81p-113},
        {0x1.8600000000000p-1, 0x1.16b5ccbacfb73p-2, 0x1.66fbd28b40935p-56, 0x1.62e66c6742717p-111},
        {0x1.8400000000000p-1, 0x1.1bf99635a6b95p-2, -0x1.12aeb84249223p-57, -0x1.4298ef6ad5800p-111},
        {0x1.8180000000000p-1, 0x1.22981fbef797bp-2, -0x1.0b04ac06cebe0p-59, 0x1.4f437051995c0p-116},
        {0x1.7f80000000000p-1, 0x1.27ebaf58d8c9dp-2, -0x1.8800b4bda6c97p-57, 0x1.8083831ed291ap-111},
        {0x1.7d00000000000p-1, 0x1.2e9e2bce12286p-2, 0x1.8251a3b83d97ap-62, -0x1.adc4a5588968fp-117},
        {0x1.7b00000000000p-1, 0x1.3401e12aecba1p-2, -0x1.cd55b8a4746c0p-58, -0x1.954216e4fd4b3p-112},
        {0x1.7880000000000p-1, 0x1.3ac8ca38e5c5fp-2, -0x1.f7de015f253eep-56, -0x1.fa7916d54b071p-110},
        {0x1.7680000000000p-1, 0x1.403d086cea79cp-2, -0x1.0a8bb78cf7cdap-56, -0x1.6e103b9004f6fp-110},
        {0x1.7480000000000p-1, 0x1.45b8c0a17df13p-2, 0x1.dbe305eaf5a20p-56, 0x1.072f0cccfc162p-113},
        {0x1.7280000000000p-1, 0x1.4b3c077267e9ap-2, 0x1.2e5fbeb518508p-56, -0x1.6b9a352803ff0p-112},
        {0x1.7000000000000p-1, 0x1.522ae0738a3d8p-2, -0x1.8f7e9b38a6979p-57, -0x1.777dce76e5542p-111},
        {0x1.6e00000000000p-1, 0x1.57bf753c8d1fbp-2, -0x1.0908d15f88b63p-57, -0x1.942cd558167e2p-113},
        {0x1.6c00000000000p-1, 0x1.5d5bddf595f30p-2, -0x1.6541148cbb8a2p-56, -0x1.d89fab3e76435p-110},
        {0x1.6a00000000000p-1, 0x1.630030b3aac49p-2, 0x1.dc18ce51fff99p-57, 0x1.1e7352eee5ee9p-111},
        {0x1.6800000000000p-1, 0x1.68ac83e9c6a14p-2, 0x1.a64eadd740178p-58, 0x1.9cbbc03e9c725p-112},
    };
    return table[i];
}

/* sin(i pi/128), 0 <= i <= 64, in three doubles. */
CUDD_FN const double *cudd_sin_table(int i)
{
    static const double table[65][3] = {
        {0.0, 0.0, 0.0},
        {0x1.92155f7a3667ep-6, -0x1.b1d63091a0130p-64, 0x1.9e58994be786bp-118},
        {0x1.91f65f10dd814p-5, -0x1.912bd0d569a90p-61, -0x1.d7476f4c4b019p-115},
        {0x1.2d52092ce19f6p-4, -0x1.9a088a8bf6b2cp-59, -0x1.e51df6b678492p-114},
        {0x1.917a6bc29b42cp-4, -0x1.e2718d26ed688p-60, -0x1.18edefcf7ef57p-116},
        {0x1.f564e56a9730ep-4, 0x1.a2704729ae56dp-59, 0x1.e28dc484e8ef5p-113},
        {0x1.2c8106e8e613ap-3, 0x1.13000a89a11e0p-58, 0x1.f07f9fe14048cp-112},
        {0x1.5e214448b3fc6p-3, 0x1.531ff779ddac6p-57, -0x1.c1de6e152ea39p-111},
        {0x1.8f8b83c69a60bp-3, -0x1.26d19b9ff8d82p-57, 0x1.9b09f9ca72c69p-111},
        {0x1.c0b826a7e4f63p-3, -0x1.af1439e521935p-62, -0x1.f0cd3647fe397p-116},
        {0x1.f19f97b215f1bp-3, -0x1.42deef11da2c4p-57, -0x1.b4ce553ffbd03p-111},
        {0x1.111d262b1f677p-2, 0x1.824c20ab7aa9ap-56, -0x1.779f4232b3b53p-110},
        {0x1.294062ed59f06p-2, -0x1.5d28da2c4612dp-56, 0x1.7eea71c14d05cp-110},
        {0x1.4135c94176601p-2, 0x1.0c97c4afa2518p-56, 0x1.e6057b0a0a42fp-112},
        {0x1.58f9a75ab1fddp-2, -0x1.efdc0d58cf620p-62, -0x1.f072f54189325p-119},
        {0x1.7088530fa459fp-2, -0x1.44b19e0864c5dp-56, 0x1.bc76fbdd51dfdp-110},
        {0x1.87de2a6aea963p-2, -0x1.72cedd3d5a610p-57, -0x1.11e4420e0a4b5p-112},
        {0x1.9ef7943a8ed8ap-2, 0x1.6da81290bdbabp-57, -0x1.4e8de9013a792p-112},
        {0x1.b5d1009e15cc0p-2, 0x1.5b362cb974183p-57, -0x1.cfcff7c31af0cp-113},
        {0x1.cc66e9931c45ep-2, 0x1.6850e59c37f8fp-58, 0x1.68e65a5c94540p-112},
        {0x1.e2b5d3806f63bp-2, 0x1.e0d891d3c6841p-58, 0x1.878ed68aad82ap-112},
        {0x1.f8ba4dbf89abap-2, -0x1.2ec1fc1b776b8p-60, 0x1.71a2d56b84136p-114},
        {0x1.073879922ffeep-1, -0x1.a5a014347406cp-55, 0x1.0157dad78ffcbp-109},
        {0x1.11eb3541b4b23p-1, -0x1.ef23b69abe4f1p-55, -0x1.cdecf888dbf4fp-110},
        {0x1.1c73b39ae68c8p-1, 0x1.b25dd267f6600p-55, -0x1.56f3106b0516dp-109},
        {0x1.26d054cdd12dfp-1, -0x1.5da743ef3770cp-55, -0x1.c7d2376953a04p-109},
        {0x1.30ff7fce17035p-1, -0x1.efcc626f74a6fp-57, -0x1.68e6523ac8297p-114},
        {0x1.3affa292050b9p-1, 0x1.e3e25e3954964p-56, -0x1.d4661e2f6dea9p-110},
        {0x1.44cf325091dd6p-1, 0x1.8076a2cfdc6b3p-57, 0x1.11a6e1c0b805fp-111},
        {0x1.4e6cabbe3e5e9p-1, 0x1.3c293edceb327p-57, -0x1.cbaeb2aa7f85cp-111},
        {0x1.57d69348ceca0p-1, -0x1.75720992bfbb2p-55, 0x1.a94c2fd0f385ap-112},
        {0x1.610b7551d2cdfp-1, -0x1.251b352ff2a37p-56, 0x1.2f34699090e37p-110},
        {0x1.6a09e667f3bcdp-1, -0x1.bdd3413b26456p-55, 0x1.57d3e3adec175p-109},
        {0x1.72d0837efff96p-1, 0x1.0d4ef0f1d915cp-55, 0x1.7e9b6876252fep-109},
        {0x1.7b5df226aafafp-1, -0x1.0f537acdf0ad7p-56, -0x1.4951b1cc475b3p-111},
        {0x1.83b0e0bff976ep-1, -0x1.6f420f8ea3475p-56, 0x1.05eb6bc2e067ep-111},
        {0x1.8bc806b151741p-1, -0x1.2c5e12ed1336dp-55, 0x1.cc9ab51d0df4ep-110},
        {0x1.93a22499263fbp-1, 0x1.3d419a920df0bp-55, 0x1.2644a97f89b35p-109},
        {0x1.9b3e047f38741p-1, -0x1.30ee286712474p-55, -0x1.96d598bf43c65p-110},
        {0x1.a29a7a0462782p-1, -0x1.128bb015df175p-56, -0x1.041b871e4d097p-110},
        {0x1.a9b66290ea1a3p-1, 0x1.9f630e8b6dac8p-60, 0x1.f345a348e97cdp-115},
        {0x1.b090a58150200p-1, -0x1.926da300ffccep-55, -0x1.516b845a7a95bp-109},
        {0x1.b728345196e3ep-1, -0x1.bc69f324e6d61p-55, -0x1.6f0112635b4d1p-110},
        {0x1.bd7c0ac6f952ap-1, -0x1.825a732ac700ap-55, 0x1.d7366a512bcb3p-111},
        {0x1.c38b2f180bdb1p-1, -0x1.6e0b1757c8d07p-56, -0x1.d3f8010ae0079p-111},
        {0x1.c954b213411f5p-1, -0x1.2fb761e946603p-58, 0x1.515c8743f3fe2p-112},
        {0x1.ced7af43cc773p-1, -0x1.e7b6bb5ab58aep-58, 0x1.525e5e3766505p-113},
        {0x1.d4134d14dc93ap-1, -0x1.4ef5295d25af2p-55, -0x1.42fb98551f41ep-109},
        {0x1.d906bcf328d46p-1, 0x1.457e610231ac2p-56, -0x1.4f3f87abe1619p-111},
        {0x1.ddb13b6ccc23cp-1, 0x1.83c37c6107db3p-55, 0x1.2c06bf13eb37fp-110},
        {0x1.e212104f686e5p-1, -0x1.014c76c126527p-55, 0x1.0e62b13b565c2p-109},
        {0x1.e6288ec48e112p-1, -0x1.16b56f2847754p-57, -0x1.54aec99b7a418p-111},
        {0x1.e9f4156c62ddap-1, 0x1.760b1e2e3f81ep-55, -0x1.1ce7542369ecdp-109},
        {0x1.ed740e7684963p-1, 0x1.e82c791f59cc2p-56, -0x1.eea7cbd5ac167p-119},
        {0x1.f0a7efb9230d7p-1, 0x1.52c7adc6b4989p-56, -0x1.db915a9794d33p-110},
        {0x1.f38f3ac64e589p-1, -0x1.d7bafb51f72e6p-56, -0x1.359fe192a6166p-110},
        {0x1.f6297cff75cb0p-1, 0x1.562172a361fd3p-56, -0x1.63744e82fc701p-110},
        {0x1.f8764fa714ba9p-1, 0x1.ab256778ffcb6p-56, -0x1.f44b6dc911d8dp-111},
        {0x1.fa7557f08a517p-1, -0x1.7a0a8ca13571fp-55, -0x1.2a212f347e949p-111},
        {0x1.fc26470e19fd3p-1, 0x1.1ec8668ecaceep-55, -0x1.3162266c5450fp-109},
        {0x1.fd88da3d12526p-1, -0x1.87df6378811c7p-55, 0x1.ba7bd68b25db4p-110},
        {0x1.fe9cdad01883ap-1, 0x1.521ecd0c67e35p-57, 0x1.c2c4c8e7c3174p-111},
        {0x1.ff621e3796d7ep-1, -0x1.c57bc2e24aa15p-57, 0x1.453dcf53e4baap-112},
        {0x1.ffd886084cd0dp-1, -0x1.1354d4556e4cbp-55, -0x1.3d19b52e092dbp-109},
        {0x1.0000000000000p+0, 0.0, 0.0},
    };
    return table[i];
}

/* atan(i/64), 0 <= i <= 64, in three doubles. */
CUDD_FN const double *cudd_atan_table(int i)
{
    static const double table[65][3] = {
        {0.0, 0.0, 0.0},
        {0x1.fff555bbb729bp-7, -0x1.220c39d4dff50p-61, -0x1.13f6fbe21347ep-115},
        {0x1.ffd55bba97625p-6, -0x1.5ec431444912cp-60, 0x1.8c42700da052ap-114},
        {0x1.7fb818430da2ap-5, -0x1.86ef8f794f105p-63, -0x1.2271c44453610p-117},
        {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60, -0x1.f2aece63ed30ap-116},
        {0x1.3f59f0e7c559dp-4, 0x1.ac4ce285df847p-58, 0x1.b37d93d661f69p-113},
        {0x1.7ee182602f10fp-4, -0x1.cfb654c0c3d98p-58, -0x1.f262607d5ee1ap-113},
        {0x1.be39ebe6f07c3p-4, 0x1.f7b8f29a05987p-58, 0x1.767ba435f943ap-113},
        {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59, -0x1.dc421d31aa09bp-113},
        {0x1.1e1fafb043727p-3, -0x1.b485914dacf8cp-59, 0x1.5f33c542b5854p-115},
        {0x1.3d6eee8c6626cp-3, 0x1.61a3b0ce9281bp-57, 0x1.fd0aeea5e9f17p-115},
        {0x1.5c9811e3ec26ap-3, -0x1.054ab2c010f3dp-58, -0x1.0b35e960c9157p-113},
        {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58, -0x1.c5bc36297f94cp-113},
        {0x1.9a6a8e96c8626p-3, 0x1.cf601e7b4348ep-59, -0x1.14c5540ed9b3ep-114},
        {0x1.b90d7529260a2p-3, 0x1.17b10d2e0e5abp-61, -0x1.a1faf375dae59p-115},
        {0x1.d77d5df205736p-3, 0x1.c648d1534597ep-57, -0x1.438c276989eb0p-113},
        {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57, 0x1.0bf2d53fd481cp-113},
        {0x1.09dc597d86362p-2, 0x1.62e47390cb865p-56, 0x1.7a7455c4a1541p-110},
        {0x1.18bf5a30bf178p-2, 0x1.30ca4748b1bf9p-57, -0x1.f59cbc0b47591p-111},
        {0x1.278372057ef46p-2, -0x1.077cdd36dfc81p-56, 0x1.447a447c219f2p-113},
        {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57, -0x1.4335fdd6dc1ecp-111},
        {0x1.44aa436c2af0ap-2, -0x1.5d5e43c55b3bap-56, -0x1.c9872c5f61d6fp-111},
        {0x1.530ad9951cd4ap-2, -0x1.2566480884082p-57, -0x1.85cfb7b4f18b4p-111},
        {0x1.614840309cfe2p-2, -0x1.a725715711f00p-56, 0x1.41f856810b9bdp-110},
        {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56, -0x1.bb7cc27bc6885p-113},
        {0x1.7d5604b63b3f7p-2, 0x1.69c885c2b249ap-56, 0x1.102625c13c1d6p-113},
        {0x1.8b24d394a1b25p-2, 0x1.b6d0ba3748fa8p-56, 0x1.451bb896f93cap-110},
        {0x1.98cd5454d6b18p-2, 0x1.9e6c988fd0a77p-56, -0x1.920f1b617feaep-111},
        {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56, -0x1.8ec991ffbf22ep-113},
        {0x1.b3a911da65c6cp-2, 0x1.ae187b1ca5040p-56, 0x1.8d17555204463p-111},
        {0x1.c0db4c94ec9f0p-2, -0x1.cc1ce70934c34p-56, 0x1.970076c297e5fp-110},
        {0x1.cde53432c1351p-2, -0x1.a2cfa4418f1adp-56, 0x1.b8590c9649d0ep-110},
        {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56, -0x1.5cbf247afa9e3p-111},
        {0x1.e77eb7f175a34p-2, 0x1.0e53dc1bf3435p-56, 0x1.be7f45e414171p-110},
        {0x1.f40dd0b541418p-2, -0x1.a3992dc382a23p-57, -0x1.c4cf7bfcdb482p-111},
        {0x1.0039c73c1a40cp-1, -0x1.b32c949c9d593p-55, -0x1.8f4d32db6f39bp-109},
        {0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56, 0x1.45703c4557362p-110},
        {0x1.0c6145b5b43dap-1, 0x1.974fa13b5404fp-58, 0x1.46fb2552a1b53p-113},
        {0x1.1255d9bfbd2a9p-1, -0x1.2bdaee1c0ee35p-58, -0x1.6a08e08308c09p-113},
        {0x1.1835a88be7c13p-1, 0x1.c621cec00c301p-55, 0x1.6483e38911241p-114},
        {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58, 0x1.ba3c8c533f033p-115},
        {0x1.23b71e2cc9e6ap-1, 0x1.c421c9f38224ep-57, -0x1.fde0266a172e0p-112},
        {0x1.2958e59308e31p-1, -0x1.09e73b0c6c087p-56, -0x1.7341c31d47c2ep-110},
        {0x1.2ee628406cbcap-1, 0x1.c5d5e9ff0cf8dp-55, 0x1.d6d652f31b64fp-109},
        {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55, 0x1.fe779b5c8de0cp-109},
        {0x1.39c391cd4171ap-1, -0x1.2304331d8bf46p-55, 0x1.9e238b4558d47p-109},
        {0x1.3f13fb89e96f4p-1, 0x1.ecf8b492644f0p-56, 0x1.c077e75d0f46fp-110},
        {0x1.445065b795b56p-1, -0x1.f76d0163f79c8p-56, -0x1.43c68bdefae4bp-110},
        {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56, -0x1.29b08e07bcbb1p-111},
        {0x1.4e8de5bb6ec04p-1, 0x1.4a33dbeb3796cp-55, -0x1.63fcdbc8fd116p-109},
        {0x1.538f57b89061fp-1, -0x1.1bb74abda520cp-55, -0x1.b302819a3a6a8p-110},
        {0x1.587d81f732fbbp-1, -0x1.5e5c9d8c5a950p-56, -0x1.5c42f9f092afep-110},
        {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57, 0x1.038501ba15a32p-111},
        {0x1.6220d115d7b8ep-1, -0x1.2b785350ee8c1p-57, -0x1.584af61d7d72bp-112},
        {0x1.66d663923e087p-1, -0x1.6ea6febe8bbbap-56, 0x1.7c9cf234ff940p-111},
        {0x1.6b798920b3d99p-1, -0x1.a80386188c50ep-55, -0x1.be0aa2b7a42e1p-110},
        {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56, 0x1.110f4f5ebb304p-110},
        {0x1.748978fba8e0fp-1, 0x1.7b2a6165884a1p-59, 0x1.c70c464508a9bp-113},
        {0x1.78f6bbd5d315ep-1, 0x1.406a089803740p-55, 0x1.f652027f5703fp-109},
        {0x1.7d528289fa093p-1, 0x1.560821e2f3aa9p-55, 0x1.05cfa02870684p-109},
        {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56, 0x1.7d126ac77433dp-111},
        {0x1.85d69576cc2c5p-1, 0x1.6b66e7fc8b8c3p-57, 0x1.dcfd74b876070p-111},
        {0x1.89ff5ff57f1f8p-1, -0x1.55b9a5e177a1bp-55, -0x1.fddeb259de4a0p-112},
        {0x1.8e17aa99cc05ep-1, -0x1.ec182ab042f61p-56, 0x1.5f1c074e4c375p-111},
        {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55, -0x1.f1976b7ed8fbcp-111},
    };
    return table[i];
}

/* 1/n!, n = i + 2 from 2 to 13, in two doubles. */
CUDD_FN const double *cudd_exp_series(int i)
{
    static const double table[12][2] = {
        {0x1.0000000000000p-1, 0.0},
        {0x1.5555555555555p-3, 0x1.5555555555555p-57},
        {0x1.5555555555555p-5, 0x1.5555555555555p-59},
        {0x1.1111111111111p-7, 0x1.1111111111111p-63},
        {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65},
        {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73},
        {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76},
        {0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73},
        {0x1.27e4fb7789f5cp-22, 0x1.cbbc05b4fa99ap-76},
        {0x1.ae64567f544e4p-26, -0x1.c062e06d1f209p-80},
        {0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83},
        {0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87},
    };
    return table[i];
}

/* 1/n, n = i + 3 from 3 to 17, in two doubles. */
CUDD_FN const double *cudd_inverse_table(int i)
{
    static const double table[15][2] = {
        {0x1.5555555555555p-2, 0x1.5555555555555p-56},  {0x1.0000000000000p-2, 0.0},
        {0x1.999999999999ap-3, -0x1.999999999999ap-57}, {0x1.5555555555555p-3, 0x1.5555555555555p-57},
        {0x1.2492492492492p-3, 0x1.2492492492492p-57},  {0x1.0000000000000p-3, 0.0},
        {0x1.c71c71c71c71cp-4, 0x1.c71c71c71c71cp-58},  {0x1.999999999999ap-4, -0x1.999999999999ap-58},
        {0x1.745d1745d1746p-4, -0x1.745d1745d1746p-59}, {0x1.5555555555555p-4, 0x1.5555555555555p-58},
        {0x1.3b13b13b13b14p-4, -0x1.3b13b13b13b14p-58}, {0x1.2492492492492p-4, 0x1.2492492492492p-58},
        {0x1.1111111111111p-4, 0x1.1111111111111p-60},  {0x1.0000000000000p-4, 0.0},
        {0x1.e1e1e1e1e1e1ep-5, 0x1.e1e1e1e1e1e1ep-61},
    };
    return table[i];
}

/* (-1)^n / (2n + 1)!, n = i + 1 from 1 to 7, in two doubles. */
CUDD_FN const double *cudd_sin_series(int i)
{
    static const double table[7][2] = {
        {-0x1.5555555555555p-3, -0x1.5555555555555p-57},  {0x1.1111111111111p-7, 0x1.1111111111111p-63},
        {-0x1.a01a01a01a01ap-13, -0x1.a01a01a01a01ap-73}, {0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73},
        {-0x1.ae64567f544e4p-26, 0x1.c062e06d1f209p-80},  {0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87},
        {-0x1.ae7f3e733b81fp-41, -0x1.1d8656b0ee8cbp-97},
    };
    return table[i];
}

/* (-1)^(n+1) / (2n)!, n = i + 1 from 1 to 7, in two doubles. */
CUDD_FN const double *cudd_cos_series(int i)
{
    static const double table[7][2] = {
        {0x1.0000000000000p-1, 0.0},
        {-0x1.5555555555555p-5, -0x1.5555555555555p-59},
        {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65},
        {-0x1.a01a01a01a01ap-16, -0x1.a01a01a01a01ap-76},
        {0x1.27e4fb7789f5cp-22, 0x1.cbbc05b4fa99ap-76},
        {-0x1.1eed8eff8d898p-29, 0x1.2aec959e14c06p-83},
        {0x1.93974a8c07c9dp-37, 0x1.05d6f8a2efd1fp-92},
    };
    return table[i];
}

/* Word i of the binary expansion of 128/pi, of weight 2^(-32 i); 0 outside of 0 <= i < 48. */
CUDD_FN uint32_t cudd_word_128_over_pi(int i)
{
    static const uint32_t words[48] = {
        0x00000028u, 0xbe60db93u, 0x91054a7fu, 0x09d5f47du, 0x4d377036u, 0xd8a5664fu, 0x10e4107fu, 0x9458eaf7u,
        0xaef1586du, 0xc91b8e90u, 0x9374b801u, 0x924bba82u, 0x7464873fu, 0x877ac72cu, 0x4a69cfbau, 0x208d7d4bu,
        0xaed1213au, 0x671c09adu, 0x17df904eu, 0x64758e60u, 0xd4ce7d27u, 0x2117e2efu, 0x7e4a0ec7u, 0xfe25fff7u,
        0x816603fbu, 0xcbc462d6u, 0x829b47dbu, 0x4d9fb3c9u, 0xf2c26dd3u, 0xd18fd9a7u, 0x97fa8b5du, 0x49eeb1fau,
        0xf97c5ecfu, 0x41ce7de2u, 0x94a4ba9au, 0xfed7ec47u, 0xe3574215u, 0x80cc11bfu, 0x1edaeafcu, 0x33ef0826u,
        0xbd0d876au, 0x78e45857u, 0xb986c219u, 0x666157c5u, 0x281a1023u, 0x7ff62013u, 0x5cc9cc41u, 0x818555b2u,
    };
    return i >= 0 && i < 48 ? words[i] : 0;
}

#endif
